package io.perfline.gate.statistics;

import java.util.function.DoubleFunction;
import java.util.function.Function;

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

  /** Returns the error of the interval that confirms a limit as met. */
  public double ofWithin() {
    return Math.max(alarm, WITHIN);
  }

  /**
   * Returns the error of the interval over deployments that confirms a limit as exceeded. A false
   * alarm is on one side of it, so each side may use the whole rate.
   */
  public ErrorSpending ofBeyond() {
    return ErrorSpending.exceeded(Math.min(2 * alarm, ofWithin()));
  }

  /**
   * Estimates a change with both intervals, of which the wider one has the whole false-alarm rate
   * for both sides.
   *
   * @param estimate returns the estimate for the error of its interval
   */
  public Change change(DoubleFunction<Estimate> estimate) {
    return new Change(estimate.apply(ofWithin()), estimate.apply(alarm), alarm);
  }

  /**
   * Estimates a change over deployments with both intervals.
   *
   * @param estimate returns the estimate for the error of its interval
   */
  public Change changeOfDeployments(Function<ErrorSpending, Estimate> estimate) {
    ErrorSpending ofBeyond = ofBeyond();
    return new Change(
        estimate.apply(ErrorSpending.met(ofWithin())), estimate.apply(ofBeyond), ofBeyond.error());
  }

  /**
   * The estimates of one change.
   *
   * @param within the estimate with the interval that confirms a limit as met
   * @param beyond the estimate with the wider interval, which confirms a limit as exceeded
   * @param ofBeyond the error of the wider interval
   */
  public record Change(Estimate within, Estimate beyond, double ofBeyond) {}
}
