package io.perfline.gate.statistics;

import java.util.Arrays;

/**
 * The change in one deployment of both builds, estimated from its pairs.
 *
 * <p>The estimate is Hodges and Lehmann's (Annals of Mathematical Statistics 34, 1963): the median
 * of the means of all pairs of values. Its standard error is derived from the interval that belongs
 * to it, Wilcoxon's signed rank (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods,
 * 2014, 3.3), and does not include the correlation of the pairs.
 *
 * @param value the change as a log ratio; NaN without pairs
 * @param error the standard error of {@code value}
 * @param lag the lag-1 correlation of the ranks of the pairs
 * @param sorted the log ratios of the pairs, in ascending order
 */
public record DeploymentEstimate(double value, double error, double lag, double[] sorted) {

  /**
   * The maximum number of values that are analysed; of more pairs, neighbours are averaged first to
   * limit the number of means.
   */
  private static final int MAX_VALUES = 1200;

  /** The half-width, in standard errors, of the interval that yields the standard error. */
  private static final double READ_AT = 2;

  /**
   * Estimates the change from the pairs of one deployment.
   *
   * @param logRatios ln(candidate ÷ baseline) of each pair, in the order of measurement
   */
  public static DeploymentEstimate of(double[] logRatios) {
    double[] values = condense(logRatios);
    double[] means = means(values);
    double middle =
        means.length == 0
            ? Double.NaN
            : (means[(means.length - 1) / 2] + means[means.length / 2]) / 2;
    return new DeploymentEstimate(
        middle,
        standardError(means, values.length),
        Autocorrelation.ofRanks(values),
        Arrays.stream(logRatios).sorted().toArray());
  }

  int pairs() {
    return sorted.length;
  }

  private static double standardError(double[] means, int n) {
    if (n == 0) {
      return Double.NaN;
    }
    double spread = Math.sqrt(n * (n + 1.0) * (2 * n + 1.0) / 24);
    int from = (int) Math.max(0, Math.floor(means.length / 2.0 - READ_AT * spread));
    return (means[means.length - 1 - from] - means[from]) / (2 * READ_AT);
  }

  private static double[] means(double[] values) {
    int n = values.length;
    double[] means = new double[n * (n + 1) / 2];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        means[at++] = (values[i] + values[j]) / 2;
      }
    }
    Arrays.sort(means);
    return means;
  }

  private static double[] condense(double[] values) {
    if (values.length <= MAX_VALUES) {
      return values;
    }
    int block = (values.length + MAX_VALUES - 1) / MAX_VALUES;
    double[] condensed = new double[values.length / block];
    for (int i = 0; i < condensed.length; i++) {
      condensed[i] = Arrays.stream(values, i * block, (i + 1) * block).average().orElse(Double.NaN);
    }
    return condensed;
  }
}
