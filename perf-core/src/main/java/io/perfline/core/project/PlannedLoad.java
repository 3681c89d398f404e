package io.perfline.core.project;

/** A load of a {@code perf.yml}. */
public sealed interface PlannedLoad permits DrivenLoad, GatlingSimulation {

  /** What the file calls it by, and so what its case is called. */
  String name();
}
