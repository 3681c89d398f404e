package io.perfline.core.project;

import java.util.List;

/** A load of a {@code perf.yml}. */
public sealed interface PlannedLoad permits DrivenLoad, GatlingSimulation, ProgramLoad {

  /** Returns the name of the load in the file, which is also that of its case. */
  String name();

  /**
   * Returns the variables of the process that the load needs, besides those of a team's own driver.
   */
  default List<RequiredVariable> variables() {
    return List.of();
  }
}
