package io.perfline.gate.verdict;

/**
 * A confidence interval, in the unit of its line.
 *
 * @param low the lower end; null for negative infinity
 * @param high the upper end; null for positive infinity
 * @param confidence the probability that the interval contains the true value, 0 to 1
 * @param method the method of estimation, as the literature names it
 */
public record ConfidenceInterval(Double low, Double high, double confidence, String method) {

  /** Returns whether both ends are finite. */
  public boolean hasBothEnds() {
    return low != null && high != null && Double.isFinite(low) && Double.isFinite(high);
  }
}
