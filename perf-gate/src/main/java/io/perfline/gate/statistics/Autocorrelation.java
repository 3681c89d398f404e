package io.perfline.gate.statistics;

import java.util.Arrays;

/**
 * Computes the effect of correlated values on the standard error of their mean. Neighbouring slices
 * share disturbances of the machine, so their ratios are not independent.
 */
final class Autocorrelation {

  private static final double MAX_CORRELATION = 0.8;

  /** The smallest correlation, in standard deviations, that is taken into account. */
  private static final double BIAS = 1.1;

  /**
   * The slope of the transition from ignoring a correlation to using its upper estimate. A sharp
   * bound would cost power where there is no correlation.
   */
  private static final double STEEP = 2;

  /** The distance of the upper estimate from the estimate, in standard deviations. */
  private static final double UPPER = 1;

  private Autocorrelation() {}

  /**
   * Returns the factor, 1 or more, by which correlation increases the standard error of a mean:
   * √((1 + ρ) ÷ (1 − ρ)), as in a first order autoregression (Priestley, Spectral Analysis and Time
   * Series, 1981, 5.3.2). ρ is the lag-1 correlation of the ranks, which are robust against
   * outliers, corrected for its bias of −(1 + 4ρ) ÷ n (Marriott and Pope, Biometrika 41, 1954). A
   * clear correlation counts with its upper estimate, an unclear one not at all, with a gradual
   * transition. {@code ./perfline-dev proof} measures the resulting error rates.
   */
  static double widening(double[] series) {
    return widening(series, 1);
  }

  /**
   * Returns the factor as {@link #widening(double[])} does, for a series in parts, each around its
   * own mean. Shorter parts hide more of the correlation in their means, so n in the correction of
   * the bias is the length of a part.
   */
  static double widening(double[] series, int parts) {
    return widening(ofRanks(series), series.length, parts);
  }

  /**
   * Returns the factor as {@link #widening(double[], int)} does, from a correlation of ranks that
   * was found in {@code n} values.
   */
  static double widening(double found, int n, int parts) {
    if (n < 4) {
      return 1;
    }
    double rho = n > 4.0 * parts ? (found * n + parts) / (n - 4.0 * parts) : MAX_CORRELATION;
    double deviation = 1 / Math.sqrt(n);
    double counted = Math.min(STEEP * (rho - BIAS * deviation), rho + UPPER * deviation);
    rho = Math.min(MAX_CORRELATION, Math.max(0, counted));
    return Math.sqrt((1 + rho) / (1 - rho));
  }

  /** Returns the lag-1 correlation of the ranks. */
  static double ofRanks(double[] series) {
    return lag1(ranks(series));
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
      int above = firstAtLeast(sorted, Math.nextUp(series[i]));
      ranks[i] = (first + above - 1) / 2.0;
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
