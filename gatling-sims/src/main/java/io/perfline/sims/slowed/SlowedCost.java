package io.perfline.sims.slowed;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The cost per request that a slowed build increases by a percentage. */
public enum SlowedCost {
  CPU("CPU"),
  /** The duration, which is increased by waiting without using CPU. */
  WAITING("waiting"),
  /** The allocated bytes. */
  ALLOCATION("allocation"),
  /**
   * The tail of the durations: one request in fifty is delayed to the increased 99th percentile.
   */
  TAIL("tail latency"),
  /** The mean duration, which is increased by delaying one request in fifty. */
  ONE_IN_FIFTY("one request in fifty");

  /** One request in this number is slowed by {@link #TAIL} and {@link #ONE_IN_FIFTY}. */
  public static final int FEW = 50;

  private final String title;

  SlowedCost(String title) {
    this.title = title;
  }

  /** Returns the name in tables. */
  public String title() {
    return title;
  }

  /** Returns the name in options and files, such as {@code one-in-fifty}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether requests wait, which a proxy in front of the service can also make them do. */
  public boolean waits() {
    return this != CPU && this != ALLOCATION;
  }

  /** Finds the cost that a word names. */
  public static Optional<SlowedCost> of(String name) {
    return Arrays.stream(values()).filter(cost -> cost.id().equals(name)).findFirst();
  }
}
