package io.perfline.proof;

import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures with {@code ./perfline run} in another process, as {@code ./perfline ci} does. The
 * unslowed recorder is deployed before the first measurement and after the last one.
 */
final class GateProofRun implements GateProof.PairedRuns, AutoCloseable {

  private final Path home;
  private final Path environment;
  private final List<String> measured;
  private Path deployed;
  private Path log;

  /**
   * @param environment the environment file; null for the local stack's
   * @param measured cases and options of {@code ./perfline run}
   */
  GateProofRun(Path home, Path environment, List<String> measured) {
    this.home = home;
    this.environment = environment;
    this.measured = measured;
  }

  @Override
  public Run run(Path candidate, Path baseline, Path folder)
      throws IOException, InterruptedException {
    return run(measured, candidate, baseline, folder);
  }

  /** Measures with other cases and options. */
  Run run(List<String> what, Path candidate, Path baseline, Path folder)
      throws IOException, InterruptedException {
    if (!Files.exists(folder.resolve(RunFile.NAME))) {
      measure(what, candidate, baseline, folder);
    }
    return RunFile.read(folder);
  }

  private void measure(List<String> what, Path candidate, Path baseline, Path folder)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    log = folder.resolve("run.log");
    if (deployed == null) {
      deploy(baseline);
      deployed = baseline;
    }
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(what);
    words.addAll(List.of("--out", folder.toString()));
    words.addAll(List.of("--candidate-war", candidate.toString()));
    words.addAll(List.of("--baseline-war", baseline.toString()));
    int code = perf(words);
    if (!Files.exists(folder.resolve(RunFile.NAME))) {
      throw Fault.noVerdict("./perfline run ended with %d:%n%s".formatted(code, tail()));
    }
  }

  /** Deploys the unslowed recorder again. */
  @Override
  public void close() throws IOException {
    if (deployed != null) {
      try {
        deploy(deployed);
      } catch (InterruptedException e) {
        throw Fault.noVerdict(
            "interrupted: ./perfline deploy puts the recorder back that isn't slowed", e);
      }
    }
  }

  private void deploy(Path war) throws IOException, InterruptedException {
    int code = perf(List.of("deploy", war.toString()));
    if (code != 0) {
      throw Fault.noVerdict("./perfline deploy %s ended with %d:%n%s".formatted(war, code, tail()));
    }
  }

  private int perf(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(home.resolve("perfline").toString()));
    command.addAll(arguments);
    if (environment != null) {
      command.addAll(List.of("--environment", environment.toString()));
    }
    Process process =
        new ProcessBuilder(command)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    ShutdownHook ending = ShutdownHook.of("perfline-end-of-run", process::destroy);
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      throw e;
    } finally {
      ending.cancel();
    }
  }

  private String tail() throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
  }
}
