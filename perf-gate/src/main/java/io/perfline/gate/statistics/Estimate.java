package io.perfline.gate.statistics;

/**
 * A change as a log ratio (0 for no change), with its confidence interval.
 *
 * @param value the point estimate, ln(after ÷ before)
 * @param low the lower end of the interval; may be negative infinity
 * @param high the upper end of the interval; may be infinity
 * @param samples the number of pairs or runs
 * @param method the method of estimation, as the literature names it
 * @param ofDeployments the standard deviation of the deployments around the change; NaN if unknown
 */
public record Estimate(
    double value, double low, double high, int samples, String method, double ofDeployments) {

  /** Creates an estimate that does not depend on deployments. */
  public Estimate(double value, double low, double high, int samples, String method) {
    this(value, low, high, samples, method, Double.NaN);
  }

  /** Converts a log ratio to a change in percent: 0 for no change, 100 for a doubled value. */
  public static double percent(double logRatio) {
    return 100 * Math.expm1(logRatio);
  }
}
