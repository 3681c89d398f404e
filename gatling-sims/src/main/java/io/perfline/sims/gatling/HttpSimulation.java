package io.perfline.sims.gatling;

import io.gatling.javaapi.core.Simulation;

/** The loads over HTTP. */
public enum HttpSimulation {
  /** Steady {@code POST /virtual-services/{vsId}/recordings} at a constant rate, open model. */
  RECORD(RecordSimulation.class),
  /**
   * Visitors of the recorder's pages, in three business cases, more of them level by level: what it
   * carries. Closed model: a visitor opens the next page once the last one is there and thought
   * over.
   */
  BROWSE(BrowseSimulation.class),
  /** The steady load of {@link #RECORD} with visitors beside it. */
  MIXED(MixedSimulation.class);

  private final Class<? extends Simulation> type;

  HttpSimulation(Class<? extends Simulation> type) {
    this.type = type;
  }

  /** The class that Gatling runs. */
  Class<? extends Simulation> type() {
    return type;
  }
}
