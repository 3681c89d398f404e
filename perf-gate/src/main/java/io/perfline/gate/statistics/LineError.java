package io.perfline.gate.statistics;

import java.util.function.DoubleFunction;

/**
 * The error probabilities of a comparing line of the verdict.
 *
 * <p>A build fails if a limit is exceeded in <em>one</em> of its lines, so all lines share the
 * false-alarm rate. It passes only if <em>all</em> of them are within their limits. It passes
 * wrongly only if the line that is beyond its limit does, so each line may use the whole rate of
 * missed changes without increasing that of the build (an intersection-union test; Berger,
 * Technometrics 24, 1982).
 *
 * @param alarm the probability that the interval is beyond the limit although the change is not
 */
public record LineError(double alarm) {

  /** The probability that the interval is within the limit although the change is beyond it. */
  public static final double MISSED = 0.05;

  /** The error of the interval that confirms a limit as met; it may be wrong on either side. */
  public static final double WITHIN = 2 * MISSED;

  /**
   * Estimates a change with both intervals.
   *
   * @param estimate returns the estimate for the error of its interval
   */
  public Change change(DoubleFunction<Estimate> estimate) {
    return new Change(estimate.apply(Math.max(alarm, WITHIN)), estimate.apply(alarm));
  }

  /**
   * The estimates of one change.
   *
   * @param within the estimate with the interval that confirms a limit as met
   * @param beyond the estimate with the wider interval, which confirms a limit as exceeded
   */
  public record Change(Estimate within, Estimate beyond) {}
}
