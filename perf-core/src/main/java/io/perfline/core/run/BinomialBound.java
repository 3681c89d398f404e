package io.perfline.core.run;

import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The exact binomial test of a share (Clopper and Pearson, Biometrika 26, 1934): at 95 % confidence
 * a share of 95 % takes 59 of 59, 92 of 93, 292 of 300, 962 of 1000.
 */
public final class BinomialBound {

  private BinomialBound() {}

  /** Returns whether a share is confirmed to be at least {@code share}. */
  public static boolean surelyAtLeast(long hits, long of, double share, double confidence) {
    return share <= 0 || atLeast(hits, of, share) <= 1 - confidence + ROUNDING;
  }

  /** Returns whether a share is confirmed to be below {@code share}. */
  public static boolean surelyBelow(long hits, long of, double share, double confidence) {
    return atMost(hits, of, share) <= 1 - confidence + ROUNDING;
  }

  /** Returns whether a share is confirmed to be at most {@code share}. */
  public static boolean surelyAtMost(long hits, long of, double share, double confidence) {
    return share >= 1 || atMost(hits, of, share) <= 1 - confidence + ROUNDING;
  }

  /** Returns whether a share is confirmed to be above {@code share}. */
  public static boolean surelyAbove(long hits, long of, double share, double confidence) {
    return atLeast(hits, of, share) <= 1 - confidence + ROUNDING;
  }

  private static final double ROUNDING = 1e-12;

  private static double atLeast(long hits, long of, double share) {
    return hits == 0 ? 1 : binomial(of, share).survivalProbability(Math.toIntExact(hits - 1));
  }

  private static double atMost(long hits, long of, double share) {
    return binomial(of, share).cumulativeProbability(Math.toIntExact(hits));
  }

  private static BinomialDistribution binomial(long of, double share) {
    return BinomialDistribution.of(Math.toIntExact(of), share);
  }
}
