package io.perfline.core.command;

import java.nio.file.Path;

/**
 * Where perfline itself is: what it brings and only reads, workloads, environments, dashboards and
 * servers. What a project has, and everything that is written, is in the project's home; in a
 * checkout of perfline both are one folder.
 */
public final class ToolHome {

  /** The system property that an installed {@code bin/perf} sets. */
  static final String PROPERTY = "perf.tool";

  private ToolHome() {}

  /**
   * @param project the home of the project, which stands for the tool's when no other is told
   */
  public static Path of(Path project) {
    String tool = System.getProperty(PROPERTY);
    return tool == null ? project : Path.of(tool);
  }
}
