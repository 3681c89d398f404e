package io.perfline.core.run;

import io.perfline.core.yaml.Key;

/**
 * The shares of pages that must be there in time, and that may fail. A page that failed was not
 * there in time. Whether a level meets the goal is decided by exact binomial tests, so too few
 * pages decide nothing.
 *
 * @param pages 0 to 1
 * @param withinMs in milliseconds
 * @param errors 0 to 1
 * @param confidence 0 to 1
 */
@Key.Noun("a goal")
public record PageGoal(
    @Key(value = "Share of pages that must arrive in time.", required = true, kind = "share")
        double pages,
    @Key(
            value = "The time within which a page must arrive.",
            name = "within",
            required = true,
            kind = "milliseconds")
        double withinMs,
    @Key(value = "Share of pages that may fail.", required = true, kind = "share") double errors,
    @Key(value = "Confidence needed for each share.", required = true, kind = "confidence")
        double confidence) {

  private static final double MICROS = 1000;

  /** The result of a test of a level. */
  public enum Decision {
    /** The level is confirmed to meet the goal. */
    MET,
    /** The level is confirmed not to meet the goal. */
    MISSED,
    /** The shares are too close to the goal, or the pages too few. */
    OPEN
  }

  /**
   * Decides on counts.
   *
   * @param inTime pages that were there in time
   * @param opened all pages, those that failed among them
   * @param failed pages that failed
   */
  public Decision decide(long inTime, long opened, long failed) {
    if (BinomialBound.surelyAtLeast(inTime, opened, pages, confidence)
        && BinomialBound.surelyAtMost(failed, opened, errors, confidence)) {
      return Decision.MET;
    }
    return BinomialBound.surelyBelow(inTime, opened, pages, confidence)
            || BinomialBound.surelyAbove(failed, opened, errors, confidence)
        ? Decision.MISSED
        : Decision.OPEN;
  }

  /** Decides on a level; one with problems leaves everything open. */
  public Decision decide(Level level) {
    return level.problems().isEmpty()
        ? decide(inTime(level), level.pages(), level.errors())
        : Decision.OPEN;
  }

  /** The pages of a level that were there in time. */
  public long inTime(Level level) {
    return level.pageTime().countUpTo((long) (withinMs * MICROS));
  }
}
