package io.perfline.gate.statistics;

/**
 * The error of an interval over deployments, and the share of it that each analysis may use (error
 * spending after Lan and DeMets, Biometrika 70, 1983, here without the correlation of analyses, so
 * that their errors add up to less than the budget).
 *
 * <p>The analysis of four deployments depends mostly on the variance of earlier builds, because
 * their own has two degrees of freedom. If the earlier builds were quieter than this one, most
 * false alarms come from it. So an interval that confirms a limit as exceeded uses little of its
 * error there, which leaves more to the later analyses.
 *
 * @param error the probability with which the interval may miss the true change on either side, now
 *     or at any other analysis
 * @param first the part of it for the first analysis with a variance from earlier builds
 * @param left the part of the rest that each analysis leaves to later ones
 */
public record ErrorSpending(double error, double first, double left) {

  /** The part of the error that the sign test of few pairs may use. */
  static final double OF_FEW = 1.0 / 16;

  /** The part of the error that the intervals with an unknown variance may use. */
  private static final double OF_UNKNOWN = 3.0 / 16;

  /** The number of analyses at which the variance of the deployments is not yet known. */
  private static final int ANALYSES_UNKNOWN = 2;

  /** The number of such analyses if a variance is expected from earlier builds. */
  private static final int ANALYSES_UNKNOWN_AFTER_OTHERS = 1;

  /**
   * Returns the spending of an interval that confirms a limit as met. Most equal builds pass at
   * their first analysis.
   *
   * @param error the probability with which the interval may miss the true change
   */
  public static ErrorSpending met(double error) {
    return new ErrorSpending(error, 0.2, 0.8);
  }

  /**
   * Returns the spending of an interval that confirms a limit as exceeded.
   *
   * @param error the probability with which the interval may miss the true change
   */
  static ErrorSpending exceeded(double error) {
    return new ErrorSpending(error, 0.025, 0.75);
  }

  /**
   * Returns the part of the error for the interval of an analysis with an unknown variance.
   *
   * @param analysis the number of the analysis, from 1
   */
  double ofUnknown(int analysis) {
    return error * OF_UNKNOWN * Math.pow(0.5, analysis);
  }

  /**
   * Returns the part of the error for the interval of an analysis with a known variance.
   *
   * @param analysis the number of the analysis, from 1
   * @param expected the variance that is expected from earlier builds
   */
  double ofKnown(int analysis, DeploymentVariance expected) {
    return error
        * (1 - OF_FEW - OF_UNKNOWN)
        * (expected.freedom() == 0
            ? share(analysis - ANALYSES_UNKNOWN)
            : ofFirst(analysis - ANALYSES_UNKNOWN_AFTER_OTHERS));
  }

  private double ofFirst(int analysis) {
    return analysis == 1 ? first : (1 - first) * share(analysis - 1);
  }

  private double share(int analysis) {
    return (1 - left) * Math.pow(left, analysis - 1.0);
  }
}
