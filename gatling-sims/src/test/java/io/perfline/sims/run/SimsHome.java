package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.sims.merge.MergeCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine;

/** A folder like a checkout, with one workload and one environment, in which commands can run. */
final class SimsHome implements AutoCloseable {

  private static final String PROPERTY = "perf.home";

  private final Path home;
  private final String simulation;
  private final String before = System.getProperty(PROPERTY);

  SimsHome(Path home, String simulation, String workload, String environment) throws IOException {
    this.home = home;
    this.simulation = simulation;
    Files.createDirectories(home.resolve("gatling-sims/workloads"));
    Files.writeString(home.resolve("gatling-sims/workloads/" + simulation + ".yml"), workload);
    Files.createDirectories(home.resolve("deploy/environments"));
    Files.writeString(home.resolve("deploy/environments/local.yml"), environment);
    System.setProperty(PROPERTY, home.toString());
  }

  Path folder(String name) {
    return home.resolve(name);
  }

  /** Measures the profile {@code shared}; returns an empty text, or the output after an error. */
  String run(Path out, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("run", simulation, "--profile", "shared", "--out", out.toString()));
    arguments.addAll(List.of(more));
    return perf(arguments.toArray(String[]::new));
  }

  /** Runs a command; returns an empty text, or exit code and output after an error. */
  String perf(String... arguments) {
    StringWriter output = new StringWriter();
    PrintWriter text = new PrintWriter(output);
    int code = Command.run(new Top(), text, text, arguments);
    return code == 0 ? "" : code + ": " + output;
  }

  /** Runs tasks simultaneously; all must succeed. */
  @SafeVarargs
  static void together(Callable<String>... tasks) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.length);
    try {
      List<Future<String>> ends = threads.invokeAll(List.of(tasks));
      for (Future<String> end : ends) {
        assertThat(end.get()).isEmpty();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Returns the only case of a run. */
  static CaseResult measured(Path folder) {
    Run run = RunFile.read(folder);
    assertThat(run.cases()).hasSize(1);
    return run.cases().get(0);
  }

  @Override
  public void close() {
    System.setProperty(PROPERTY, before);
  }

  @CommandLine.Command(
      name = "perfline",
      subcommands = {RunCommand.class, MergeCommand.class})
  private static final class Top {}
}
