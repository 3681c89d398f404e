package io.perfline.proof.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures with {@code ./perf run}, in a process of its own as {@code ./perf ci} does. */
final class GateProofRun implements PairedRuns {

  private final Path home;
  private final Path environment;
  private final String profile;

  /**
   * @param environment null for the local stack's
   */
  GateProofRun(Path home, Path environment, String profile) {
    this.home = home;
    this.environment = environment;
    this.profile = profile;
  }

  @Override
  public Run run(Path candidate, Path baseline, Path folder)
      throws IOException, InterruptedException {
    if (!Files.exists(folder.resolve(RunFile.NAME))) {
      measure(candidate, baseline, folder);
    }
    return RunFile.read(folder);
  }

  private void measure(Path candidate, Path baseline, Path folder)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    List<String> command = new ArrayList<>(List.of(home.resolve("perf").toString(), "run"));
    command.addAll(List.of("paired", "--profile", profile, "--out", folder.toString()));
    command.addAll(List.of("--candidate-war", candidate.toString()));
    command.addAll(List.of("--baseline-war", baseline.toString()));
    if (environment != null) {
      command.addAll(List.of("--environment", environment.toString()));
    }
    Path log = folder.resolve("run.log");
    Process process =
        new ProcessBuilder(command)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int code = exitCode(process);
    if (!Files.exists(folder.resolve(RunFile.NAME))) {
      throw Fault.noVerdict(
          "'%s' ended with %d:%n%s".formatted(String.join(" ", command), code, tail(log)));
    }
  }

  private static int exitCode(Process process) throws InterruptedException {
    Thread ending = new Thread(process::destroy, "perfline-end-of-run");
    Runtime.getRuntime().addShutdownHook(ending);
    try {
      int code = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(ending);
      return code;
    } catch (InterruptedException e) {
      process.destroy();
      throw e;
    }
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
  }
}
