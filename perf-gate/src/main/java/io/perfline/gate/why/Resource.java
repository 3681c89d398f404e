package io.perfline.gate.why;

import io.perfline.core.run.LoadUnit;

/** A resource that a method uses, or for which it makes a request wait. */
public enum Resource {
  /** CPU time by samples, scaled to the threads' CPU clocks. */
  CPU("CPU", "µs"),
  /** Memory by samples of allocations, in bytes. */
  ALLOCATION("allocation", "B"),
  /** Time in which a thread could not continue: a lock, a park, a sleep, a file. */
  WAIT("waiting", "µs");

  private final String word;
  private final String unit;

  Resource(String word, String unit) {
    this.word = word;
    this.unit = unit;
  }

  public String word() {
    return word;
  }

  /** Returns the unit of an amount per message or request. */
  public String unit() {
    return unit;
  }

  /** Returns, for example, {@code CPU, µs per message}. */
  public String per(LoadUnit counted) {
    return "%s, %s %s".formatted(word, unit, counted.each());
  }
}
