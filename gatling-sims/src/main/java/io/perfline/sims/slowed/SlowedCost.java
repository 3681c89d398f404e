package io.perfline.sims.slowed;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The cost of a request that a slowed copy increases by a share. */
public enum SlowedCost {
  CPU("CPU"),
  /** Its duration, by waiting without the processor. */
  WAITING("waiting"),
  /** The bytes that it allocates. */
  ALLOCATION("allocation"),
  /** The 99th percentile of the duration: one request in fifty takes that and the share of it. */
  TAIL("tail latency"),
  /** The mean duration, by a wait of one request in fifty. */
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
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns true if requests wait, which a proxy can add as well as the service itself. */
  public boolean waits() {
    return this != CPU && this != ALLOCATION;
  }

  /** Finds the cost that a word names. */
  public static Optional<SlowedCost> of(String word) {
    return Arrays.stream(values()).filter(cost -> cost.word().equals(word)).findFirst();
  }
}
