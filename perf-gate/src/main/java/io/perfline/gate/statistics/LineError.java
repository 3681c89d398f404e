package io.perfline.gate.statistics;

import java.util.function.DoubleFunction;

/**
 * How often a line that compares may be wrong.
 *
 * <p>A build is red as soon as <em>one</em> of its lines is broken, so all lines share the rate of
 * false alarms. It is green only when <em>all</em> of them are within their limits: it passes
 * wrongly only where the one line that is beyond its limit does, so each may take the whole rate of
 * missed changes, and the build has no more (an intersection-union test; Berger, Technometrics 24,
 * 1982).
 *
 * @param alarm probability of an interval beyond the limit though the change is not
 */
public record LineError(double alarm) {

  /** Probability of an interval within the limit though the change is beyond it. */
  public static final double MISSED = 0.05;

  /** That of the interval that tells a change to be within: it may miss at either end. */
  public static final double WITHIN = 2 * MISSED;

  /**
   * Estimates a change twice.
   *
   * @param estimate from the probability that its interval misses the truth
   */
  public Change change(DoubleFunction<Estimate> estimate) {
    return new Change(estimate.apply(Math.max(alarm, WITHIN)), estimate.apply(alarm));
  }

  /**
   * The estimates of one change.
   *
   * @param within whose interval tells that the change is within a limit
   * @param beyond whose interval tells that it is beyond one; the wider one
   */
  public record Change(Estimate within, Estimate beyond) {}
}
