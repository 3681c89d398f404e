package io.perfline.cli;

import static io.perfline.cli.StageLog.words;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** What {@code ci} and {@code confirm} hand on to their stages. */
final class JudgingOptions {

  @Option(
      names = "--thresholds",
      paramLabel = "FILE",
      description = "The limits of a build (default: thresholds.yml of the checkout).")
  private Path thresholds;

  @Option(
      names = "--environment",
      paramLabel = "FILE",
      description = "Environment file with the servers (default: deploy/environments/local.yml).")
  private Path environment;

  /** The option, for those stages that take it; empty when it wasn't given. */
  List<String> thresholds() {
    return thresholds == null ? List.of() : words("--thresholds", thresholds);
  }

  /** The option, for those stages that take it; empty when it wasn't given. */
  List<String> environment() {
    return environment == null ? List.of() : words("--environment", environment);
  }
}
