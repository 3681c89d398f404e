package io.perfline.gate.statistics;

import org.apache.commons.statistics.distribution.FDistribution;

/**
 * How much the deployments of the same two builds differ from each other: the variance of a
 * deployment's estimate around the change, what its pairs scatter by included.
 *
 * @param variance the variance of one deployment's estimate; 0 without degrees of freedom
 * @param freedom the degrees of freedom from which it was estimated; 0 if it is not known
 */
public record DeploymentVariance(double variance, double freedom) {

  /** Nothing is known. */
  public static final DeploymentVariance UNKNOWN = new DeploymentVariance(0, 0);

  /** The most degrees of freedom of earlier builds that count, so that this build's count too. */
  private static final double MOST_FREEDOM = 30;

  /** The error of the test for deployments that differ more than those of earlier builds. */
  private static final double GREATER_AT = 0.05;

  /**
   * Estimates it from deployments whose places are swapped from one to the next. Each place has a
   * mean of its own, which takes one degree of freedom.
   *
   * @param values estimates of the deployments, in their order
   */
  static DeploymentVariance of(double[] values) {
    double square = 0;
    for (int place = 0; place < 2; place++) {
      double mean = PairedChange.meanOfPlace(values, place);
      for (int i = place; i < values.length; i += 2) {
        square += (values[i] - mean) * (values[i] - mean);
      }
    }
    return values.length <= 2
        ? UNKNOWN
        : new DeploymentVariance(square / (values.length - 2), values.length - 2.0);
  }

  /** Pools this variance with another estimate of the same variance. */
  public DeploymentVariance pooled(DeploymentVariance other) {
    double both = freedom + other.freedom;
    return both == 0
        ? UNKNOWN
        : new DeploymentVariance(
            (freedom * variance + other.freedom * other.variance) / both, both);
  }

  /** Limits what earlier builds count for. */
  DeploymentVariance limited() {
    return new DeploymentVariance(variance, Math.min(MOST_FREEDOM, freedom));
  }

  /**
   * Pools the variance of this build with that of earlier ones, unless this build's deployments
   * differ more than theirs.
   */
  DeploymentVariance with(DeploymentVariance earlier) {
    boolean greater =
        freedom > 0
            && earlier.freedom > 0
            && variance
                > earlier.variance
                    * FDistribution.of(freedom, earlier.freedom)
                        .inverseSurvivalProbability(GREATER_AT);
    return greater ? this : pooled(earlier);
  }
}
