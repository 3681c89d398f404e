package io.perfline.sims.gatling.load;

/** The kinds of HTTP loads. */
public enum HttpSimulation {
  /** An open model with {@code POST /virtual-services/{vsId}/recordings} at a constant rate. */
  RECORD,
  /**
   * A search for the capacity: visitors of the recorder's pages, in three business cases, whose
   * number rises level by level. It is a closed model: a visitor opens the next page when the
   * previous one is complete and its think time has passed.
   */
  BROWSE,
  /** The load of {@link #RECORD} together with visitors. */
  MIXED
}
