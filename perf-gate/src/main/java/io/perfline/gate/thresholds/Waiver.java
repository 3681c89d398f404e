package io.perfline.gate.thresholds;

import io.perfline.core.yaml.SourcePosition;
import java.time.LocalDate;

/** Something known that is let through for a while. */
public sealed interface Waiver {

  /** Last day on which it holds. */
  LocalDate until();

  /** Where the work on it is tracked. */
  String issue();

  String reason();

  /** Where it stands. */
  SourcePosition place();

  /**
   * A threshold that may be broken up to a ceiling.
   *
   * @param threshold its id
   * @param cases only on these; every case when it isn't stated
   * @param ceiling beyond it the threshold fails as ever
   */
  record OfThreshold(
      String threshold,
      Glob cases,
      Quantity ceiling,
      LocalDate until,
      String issue,
      String reason,
      SourcePosition place)
      implements Waiver {

    /** The ceiling as a condition in the direction of the waived one. */
    public Condition ceiling(Condition pass) {
      String symbol = pass.operator().fromAbove() ? "<= " : ">= ";
      return Condition.parse(symbol + ceiling.text());
    }
  }

  /**
   * A shift in level that {@code ./perf trend} found, and that is known.
   *
   * @param commit first digits of the commit it came with
   */
  record OfShift(
      String commit,
      Glob cases,
      Metric metric,
      LocalDate until,
      String issue,
      String reason,
      SourcePosition place)
      implements Waiver {}

  /** Whether it still holds. */
  default boolean holdsOn(LocalDate day) {
    return !day.isAfter(until());
  }
}
