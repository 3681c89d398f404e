package io.perfline.sims.gatling.load;

/** The loads over HTTP. */
public enum HttpSimulation {
  /** Steady {@code POST /virtual-services/{vsId}/recordings} at a constant rate, open model. */
  RECORD,
  /**
   * Visitors of the recorder's pages, in three business cases, more of them level by level: what it
   * carries. Closed model: a visitor opens the next page once the last one is there and thought
   * over.
   */
  BROWSE,
  /** The steady load of {@link #RECORD} together with visitors. */
  MIXED
}
