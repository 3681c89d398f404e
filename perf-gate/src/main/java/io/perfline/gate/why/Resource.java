package io.perfline.gate.why;

import io.perfline.core.run.LoadUnit;

/** A resource that a method uses, or the time for which it makes a request wait. */
public enum Resource {
  /** CPU time from samples, scaled to the CPU clocks of the threads. */
  CPU("CPU", "µs"),
  /** Allocated memory from samples, in bytes. */
  ALLOCATION("allocation", "B"),
  /** Time for which a thread could not continue because of a lock, a park, a sleep or a file. */
  WAIT("waiting", "µs");

  private final String text;
  private final String unit;

  Resource(String text, String unit) {
    this.text = text;
    this.unit = unit;
  }

  public String text() {
    return text;
  }

  /** Returns the unit of an amount per message or request. */
  public String unit() {
    return unit;
  }

  /** Returns a heading such as {@code CPU, µs per message}. */
  public String per(LoadUnit counted) {
    return "%s, %s %s".formatted(text, unit, counted.each());
  }
}
