package io.perfline.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateProofCommandTest {

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource({
    "--write-war x.war, needs at least one --slow",
    "--write-war x.war --slow record/cpu=1us --slow record/wait=1us, one --slow per entry point",
    "--only record/cpu --slow record/cpu=1us, --only chooses among shares",
    "--only record, 'WAY/KIND, such as kryonet/cpu'",
    "--only record/speed, 'record, pages, kryonet, topic'",
    "--slow record=1us, 'WAY/KIND=AMOUNT, such as kryonet/cpu=200us'",
    "--verdicts 0, --verdicts must be 1 or more"
  })
  void refusesContradictoryOptions(String arguments, String reason) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);

    assertThat(err.toString()).contains(reason);
  }

  @Test
  void writesOnlyACopy() throws Exception {
    Path war = SlowedWarTest.recorder(folder);
    Path copy = folder.resolve("slower.war");

    int code =
        run("--write-war", copy.toString(), "--slow", "topic/wait=1ms", "--from", war.toString());

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).isEqualToIgnoringNewLines("Written: " + copy);
    assertThat(copy).isNotEmptyFile();
  }

  private int run(String... arguments) {
    return Command.run(
        new GateProofCommand(), new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }
}
