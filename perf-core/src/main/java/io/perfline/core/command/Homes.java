package io.perfline.core.command;

import java.nio.file.Path;

/**
 * The folders in which perfline works. The project's home contains the project and everything that
 * perfline writes. The tool's home contains everything that perfline only reads: workloads,
 * environments, dashboards and servers. In a checkout of perfline both are the same folder.
 */
public final class Homes {

  /** The start of an option's default value that refers to the project's home. */
  public static final String DEFAULT = "${sys:perf.home:-.}";

  /** The system property with the project's home, which {@code ./perfline} sets. */
  private static final String PROJECT = "perf.home";

  /** The system property with the tool's home, which an installed {@code bin/perfline} sets. */
  private static final String TOOL = "perf.tool";

  private Homes() {}

  /** Returns the project's home: by default the current folder. */
  public static Path project() {
    return Path.of(System.getProperty(PROJECT, "."));
  }

  /**
   * Returns the tool's home.
   *
   * @param project the project's home, which is the default
   */
  public static Path tool(Path project) {
    String tool = System.getProperty(TOOL);
    return tool == null ? project : Path.of(tool);
  }
}
