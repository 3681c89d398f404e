package io.perfline.gate.influx;

import java.util.Locale;

/** The kind of an event, as in the tag {@code kind} of {@link InfluxSchema#PERF_EVENT}. */
public enum EventKind {
  /** A commit was deployed before the load. */
  DEPLOYMENT,
  /** The gate decided after the load. */
  GATE,
  /** The level of a case shifted. */
  SHIFT;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
