package io.perfline.gate.statistics;

import java.util.function.DoubleFunction;

/**
 * The error probabilities of a comparing line of the verdict.
 *
 * <p>A build fails if a limit is exceeded in <em>one</em> of its lines, so all lines share the
 * false-alarm rate. It passes only if <em>all</em> of them are within their limits. It passes
 * wrongly only if the one line beyond its limit does, so each line may use the whole rate of missed
 * changes without increasing the build's (an intersection-union test; Berger, Technometrics 24,
 * 1982).
 *
 * @param alarm probability of an interval beyond the limit although the change is not
 */
public record LineError(double alarm) {

  /** The probability of an interval within the limit although the change is beyond it. */
  public static final double MISSED = 0.05;

  /** The error of the interval that confirms a limit as met; it may be wrong on either side. */
  public static final double WITHIN = 2 * MISSED;

  /**
   * Estimates a change with both intervals.
   *
   * @param estimate estimates the change, given the error of its interval
   */
  public Change change(DoubleFunction<Estimate> estimate) {
    return new Change(estimate.apply(Math.max(alarm, WITHIN)), estimate.apply(alarm));
  }

  /**
   * The estimates of one change.
   *
   * @param within has the interval that confirms a limit as met
   * @param beyond has the wider interval, which confirms a limit as exceeded
   */
  public record Change(Estimate within, Estimate beyond) {}
}
