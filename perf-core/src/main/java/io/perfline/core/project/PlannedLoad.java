package io.perfline.core.project;

/** A load of a {@code perf.yml}. */
public sealed interface PlannedLoad permits DrivenLoad, GatlingSimulation, ProgramLoad {

  /** Returns the name of the load in the file, which is also that of its case. */
  String name();
}
