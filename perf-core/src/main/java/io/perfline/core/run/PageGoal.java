package io.perfline.core.run;

/**
 * What a number of users must meet: so many of the pages are there in time, and so few fail. A page
 * that failed was not there in time. Whether a level meets it is decided by exact binomial tests,
 * so too few pages decide nothing.
 *
 * @param pages share of pages that must be there in time, 0 to 1
 * @param withinMs what in time means, in milliseconds
 * @param errors share of pages that may fail, 0 to 1
 * @param confidence how sure each share must be, 0 to 1
 */
public record PageGoal(double pages, double withinMs, double errors, double confidence) {

  private static final double MICROS = 1000;

  /** What is known about a level. */
  public enum Decision {
    /** It surely meets the goal. */
    MET,
    /** It surely doesn't. */
    MISSED,
    /** The shares are too near to what is asked, or the pages too few. */
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
