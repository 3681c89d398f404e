package io.perfline.gate.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Estimates the difference between two levels of a series. It uses ranks like {@link ChangePoints},
 * so that a shift and its interval do not contradict each other.
 *
 * <p>The estimate is the median of all differences between a run of the new level and one of the
 * old (Hodges and Lehmann, Annals of Mathematical Statistics 34, 1963). The interval inverts the
 * Mann-Whitney test (Moses, in Walker and Lev, Statistical Inference, 1953), with the variance of
 * its normal approximation.
 */
public final class LevelChange {

  private static final String METHOD = "Hodges-Lehmann, interval of the Mann-Whitney test";

  private LevelChange() {}

  /**
   * Estimates the change from one level to the next. The interval is infinite if there are too few
   * runs.
   *
   * @param before ln(value) of each run of the old level, in any order
   * @param after ln(value) of each run of the new level, in any order
   * @param error the probability with which the interval may miss the true change
   */
  public static Estimate of(double[] before, double[] after, double error) {
    int m = before.length;
    int n = after.length;
    double[] differences = new double[m * n];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        differences[i * n + j] = after[j] - before[i];
      }
    }
    Arrays.sort(differences);
    double z = NormalDistribution.of(0, 1).inverseSurvivalProbability(error / 2);
    double deviation = Math.sqrt((double) m * n * (m + n + 1) / 12);
    int below = (int) Math.floor(m * n / 2.0 - z * deviation);
    boolean bounded = below >= 0;
    return new Estimate(
        HistoryChange.median(differences),
        bounded ? differences[below] : Double.NEGATIVE_INFINITY,
        bounded ? differences[m * n - 1 - below] : Double.POSITIVE_INFINITY,
        n,
        METHOD);
  }
}
