package io.perfline.core.run;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --out} of the commands that write a run into a folder that must be named. */
public final class NewRunOption {

  @Option(
      names = "--out",
      paramLabel = "RUN",
      required = true,
      description = "The run's folder; its name is the run's id.")
  private Path folder;

  public Path folder() {
    return folder;
  }
}
