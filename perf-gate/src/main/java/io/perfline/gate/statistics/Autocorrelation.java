package io.perfline.gate.statistics;

import java.util.Arrays;

/**
 * How much less a series says than as many independent values would. Slices next to each other
 * share what disturbs the machine, so their ratios are not independent either.
 */
final class Autocorrelation {

  private static final double MOST = 0.8;

  /** From how many standard deviations on it counts at all. */
  private static final double SEEN = 1.1;

  /** How fast it counts from there on: a sharp bound would cost power where there is none. */
  private static final double STEEP = 2;

  /** By how many standard deviations it may be larger than it was found. */
  private static final double UPPER = 1;

  private Autocorrelation() {}

  /**
   * By what factor the standard error of a mean grows: √((1 + ρ) ÷ (1 − ρ)), as in a first order
   * autoregression (Priestley, Spectral Analysis and Time Series, 1981, 5.3.2). ρ is the lag-1
   * correlation of the ranks, which outliers don't move, freed from its bias of −(1 + 4ρ) ÷ n
   * (Marriott and Pope, Biometrika 41, 1954): its upper estimate where it is seen, else nothing,
   * and in between the more the clearer it is. {@code ./perf-dev proof} shows what that keeps and
   * costs.
   */
  static double widening(double[] series) {
    return widening(series, 1);
  }

  /**
   * The same for a series in parts, each of which is around a mean of its own: the shorter a part,
   * the more of the correlation its mean takes away: n above is the length of a part.
   */
  static double widening(double[] series, int parts) {
    int n = series.length;
    if (n < 4) {
      return 1;
    }
    double found = lag1(ranks(series));
    double rho = n > 4.0 * parts ? (found * n + parts) / (n - 4.0 * parts) : MOST;
    double deviation = 1 / Math.sqrt(n);
    double counted = Math.min(STEEP * (rho - SEEN * deviation), rho + UPPER * deviation);
    rho = Math.min(MOST, Math.max(0, counted));
    return Math.sqrt((1 + rho) / (1 - rho));
  }

  static double lag1(double[] series) {
    double mean = Arrays.stream(series).average().orElse(0);
    double product = 0;
    double square = 0;
    for (int i = 0; i < series.length; i++) {
      square += (series[i] - mean) * (series[i] - mean);
      if (i > 0) {
        product += (series[i] - mean) * (series[i - 1] - mean);
      }
    }
    return square == 0 ? 0 : product / square;
  }

  private static double[] ranks(double[] series) {
    double[] sorted = series.clone();
    Arrays.sort(sorted);
    double[] ranks = new double[series.length];
    for (int i = 0; i < ranks.length; i++) {
      int first = firstAtLeast(sorted, series[i]);
      int behind = firstAtLeast(sorted, Math.nextUp(series[i]));
      ranks[i] = (first + behind - 1) / 2.0;
    }
    return ranks;
  }

  private static int firstAtLeast(double[] sorted, double value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
