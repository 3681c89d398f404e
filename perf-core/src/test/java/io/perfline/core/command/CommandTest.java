package io.perfline.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandTest {

  private final StringWriter err = new StringWriter();

  @Test
  void returnsTheCommandsExitCode() {
    assertThat(run(() -> 1)).isEqualTo(1);
  }

  @Test
  void printsOnlyTheMessageOfAFault() {
    assertThat(
            run(
                () -> {
                  throw Fault.configuration("no such file");
                }))
        .isEqualTo(2);
    assertThat(err.toString()).isEqualToIgnoringNewLines("perfline work: no such file");
  }

  @Test
  void anUnexpectedExceptionGivesNoVerdict() {
    assertThat(
            run(
                () -> {
                  throw new IllegalStateException("odd");
                }))
        .isEqualTo(3);
    assertThat(err.toString()).contains("perfline work: unexpected failure, no verdict", "odd");
  }

  @Test
  void anErrorOfTheJvmGivesNoVerdict() {
    assertThat(
            run(
                () -> {
                  throw new NoClassDefFoundError("io/perfline/Gone");
                }))
        .isEqualTo(3);
    assertThat(err.toString()).contains("unexpected failure, no verdict", "io/perfline/Gone");
  }

  @Test
  void pointsToTheHelpOfTheWrongCommand() {
    assertThat(perf(new Top(), "wrk")).isEqualTo(2);
    assertThat(perf(new Top(), "work", "--odd")).isEqualTo(2);
    assertThat(perf(new Work(() -> 0), "--odd")).isEqualTo(2);
    assertThat(err.toString().lines().filter(line -> line.startsWith("Try")))
        .containsExactly(
            "Try 'perfline --help'.", "Try 'perfline work --help'.", "Try 'perfline work --help'.");
  }

  private int run(Callable<Integer> work) {
    return perf(new Work(work));
  }

  private int perf(Object command, String... arguments) {
    return Command.run(
        command, new PrintWriter(new StringWriter()), new PrintWriter(err, true), arguments);
  }

  @CommandLine.Command(name = "perfline", subcommands = Idle.class)
  private static final class Top {}

  @CommandLine.Command(name = "work")
  private static final class Idle implements Runnable {
    @Override
    public void run() {}
  }

  @CommandLine.Command(name = "work")
  private record Work(Callable<Integer> work) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      return work.call();
    }
  }
}
