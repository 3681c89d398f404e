package io.perfline.gate.influx;

import java.util.Locale;

/** What a point of {@link InfluxSchema#PERF_EVENT} tells of, as its tag {@code kind} says. */
public enum EventKind {
  /** A commit was deployed, before the load. */
  DEPLOYMENT,
  /** The gate decided, behind the load. */
  GATE,
  /** The level of a case shifted. */
  SHIFT;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
