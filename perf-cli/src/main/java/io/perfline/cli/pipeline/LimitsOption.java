package io.perfline.cli.pipeline;

import io.perfline.core.project.Project;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --thresholds} of the commands that measure and judge. */
public final class LimitsOption {

  @Option(
      names = "--thresholds",
      paramLabel = "FILE",
      description = "The limits of a build (default: thresholds.yml of the checkout).")
  private Path file;

  /** Returns the file that was named, or otherwise the project's. */
  public Path of(Project project) {
    return file == null ? project.thresholds() : file;
  }
}
