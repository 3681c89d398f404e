package io.perfline.core.command;

import java.nio.file.Path;

/**
 * The folders that perfline works in. The project's home contains the project, and everything that
 * perfline writes. The tool's home contains what perfline only reads: workloads, environments,
 * dashboards and servers. In a checkout of perfline both are one folder.
 */
public final class Homes {

  /** The project's home as the beginning of an option's default value. */
  public static final String DEFAULT = "${sys:perf.home:-.}";

  /** The system property with the project's home, which {@code ./perf} sets. */
  private static final String PROJECT = "perf.home";

  /** The system property with the tool's home, which an installed {@code bin/perf} sets. */
  private static final String TOOL = "perf.tool";

  private Homes() {}

  /** Returns the project's home: by default the current folder. */
  public static Path project() {
    return Path.of(System.getProperty(PROJECT, "."));
  }

  /**
   * Returns the tool's home.
   *
   * @param project the project's home, which is the tool's as well unless another is set
   */
  public static Path tool(Path project) {
    String tool = System.getProperty(TOOL);
    return tool == null ? project : Path.of(tool);
  }

  /** Returns the option of {@code java} that passes this project's home to another JVM. */
  public static String projectOption(Path project) {
    return "-D" + PROJECT + "=" + project;
  }

  /** Returns the option of {@code java} that passes this tool's home to another JVM. */
  public static String toolOption(Path project) {
    return "-D" + TOOL + "=" + tool(project);
  }
}
