package io.perfline.core.project;

import picocli.CommandLine.Option;

/** The option {@code --profile} of the commands that measure. */
public final class ProfileOption {

  /** The profile of a comparison of commits, which is the default. */
  public static final String COMMIT = "commit";

  /** The profile of nightly builds, which has two comparisons and also measures equal builds. */
  public static final String NIGHTLY = "nightly";

  @Option(
      names = "--profile",
      paramLabel = "P",
      defaultValue = COMMIT,
      description = "Selects the cases and their durations; default ${DEFAULT-VALUE}.")
  private String name;

  public String name() {
    return name;
  }
}
