package io.perfline.gate.compare;

import java.util.Optional;

/** Where a sweep goes from one value to the next. */
public enum Step {
  UP("up"),
  FLAT("flat"),
  DOWN("down");

  /** A tenth more or less is a step; the published figures are rounded to about as much. */
  private static final double LEAST = 1.1;

  private final String word;

  Step(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  /** Nothing when one of the throughputs is missing. */
  static Optional<Step> between(double before, double now) {
    if (!(before > 0) || !(now > 0)) {
      return Optional.empty();
    }
    double ratio = now / before;
    return Optional.of(ratio >= LEAST ? UP : ratio <= 1 / LEAST ? DOWN : FLAT);
  }
}
