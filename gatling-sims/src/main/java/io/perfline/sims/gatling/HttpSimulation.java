package io.perfline.sims.gatling;

import io.gatling.javaapi.core.Simulation;

/** The loads over HTTP. */
public enum HttpSimulation {
  /** Steady {@code POST /virtual-services/{vsId}/recordings} at a constant rate, open model. */
  RECORD(RecordSimulation.class);

  private final Class<? extends Simulation> type;

  HttpSimulation(Class<? extends Simulation> type) {
    this.type = type;
  }

  /** The class that Gatling runs. */
  Class<? extends Simulation> type() {
    return type;
  }
}
