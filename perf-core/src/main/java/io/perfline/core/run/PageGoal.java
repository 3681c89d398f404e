package io.perfline.core.run;

import io.perfline.core.yaml.Key;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The minimum share of pages that must arrive in time, and the maximum share that may fail. A page
 * that failed has not arrived in time. Exact binomial tests decide whether a level meets the goal,
 * so with too few pages it remains open.
 *
 * @param pages the minimum share of pages in time, from 0 to 1
 * @param withinMs the time limit in milliseconds
 * @param errors the maximum share of pages that fail, from 0 to 1
 * @param confidence the confidence level of the tests, from 0 to 1
 */
@Key.Noun("a goal")
public record PageGoal(
    @Key(
            value = "Sets the minimum share of pages that arrive in time.",
            required = true,
            kind = "share")
        double pages,
    @Key(
            value = "Sets the time within which a page must arrive.",
            name = "within",
            required = true,
            kind = "milliseconds")
        double withinMs,
    @Key(value = "Sets the maximum share of pages that fail.", required = true, kind = "share")
        double errors,
    @Key(
            value = "Sets the confidence with which each share must be met.",
            required = true,
            kind = "confidence")
        double confidence) {

  private static final double MICROS = 1000;

  /** The result of a test of a level. */
  public enum Decision {
    /** The level is confirmed to meet the goal. */
    MET,
    /** The level is confirmed not to meet the goal. */
    MISSED,
    /** The shares are too close to the goal, or there are too few pages. */
    OPEN
  }

  /**
   * Decides by counts of pages.
   *
   * @param opened the number of all pages, including those that failed
   */
  public Decision decide(long inTime, long opened, long failed) {
    if (BinomialBound.confirmsAtLeast(inTime, opened, pages, confidence)
        && BinomialBound.confirmsAtMost(failed, opened, errors, confidence)) {
      return Decision.MET;
    }
    return BinomialBound.confirmsBelow(inTime, opened, pages, confidence)
            || BinomialBound.confirmsAbove(failed, opened, errors, confidence)
        ? Decision.MISSED
        : Decision.OPEN;
  }

  /** Decides on a level; with problems it remains open. */
  public Decision decide(Level level) {
    return level.problems().isEmpty()
        ? decide(inTime(level), level.pages(), level.errors())
        : Decision.OPEN;
  }

  public long inTime(Level level) {
    return level.pageTime().countUpTo((long) (withinMs * MICROS));
  }

  /**
   * The exact binomial test of a share (Clopper and Pearson, Biometrika 26, 1934). At 95 %
   * confidence, a share of 95 % is confirmed by 59 of 59, 92 of 93, 292 of 300, or 962 of 1000.
   */
  public static final class BinomialBound {

    private BinomialBound() {}

    /** Returns whether a share is confirmed to be at least {@code share}. */
    public static boolean confirmsAtLeast(long hits, long all, double share, double confidence) {
      return share <= 0 || atLeast(hits, all, share) <= 1 - confidence + ROUNDING;
    }

    /** Returns whether a share is confirmed to be below {@code share}. */
    public static boolean confirmsBelow(long hits, long all, double share, double confidence) {
      return atMost(hits, all, share) <= 1 - confidence + ROUNDING;
    }

    /** Returns whether a share is confirmed to be at most {@code share}. */
    public static boolean confirmsAtMost(long hits, long all, double share, double confidence) {
      return share >= 1 || atMost(hits, all, share) <= 1 - confidence + ROUNDING;
    }

    /** Returns whether a share is confirmed to be above {@code share}. */
    public static boolean confirmsAbove(long hits, long all, double share, double confidence) {
      return atLeast(hits, all, share) <= 1 - confidence + ROUNDING;
    }

    private static final double ROUNDING = 1e-12;

    private static double atLeast(long hits, long all, double share) {
      return hits == 0 ? 1 : binomial(all, share).survivalProbability(Math.toIntExact(hits - 1));
    }

    private static double atMost(long hits, long all, double share) {
      return binomial(all, share).cumulativeProbability(Math.toIntExact(hits));
    }

    private static BinomialDistribution binomial(long all, double share) {
      return BinomialDistribution.of(Math.toIntExact(all), share);
    }
  }
}
