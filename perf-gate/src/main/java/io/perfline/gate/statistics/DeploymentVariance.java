package io.perfline.gate.statistics;

import java.util.List;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * The difference between deployments of the same two builds: the variance of a deployment's
 * estimate around the change, which includes the scatter of its pairs.
 *
 * @param variance the variance of one deployment's estimate; 0 without degrees of freedom
 * @param freedom the degrees of freedom from which it was estimated; 0 if it is not known
 */
public record DeploymentVariance(double variance, double freedom) {

  /** Nothing is known. */
  public static final DeploymentVariance UNKNOWN = new DeploymentVariance(0, 0);

  /** The fewest earlier builds from which the variance of the next build is estimated. */
  private static final int FEWEST_BUILDS = 3;

  /** The part of the degrees of freedom of earlier builds that counts. */
  private static final double OF_ALL = 0.5;

  /** The smallest variance that another one is compared with. */
  private static final double SMALLEST = 1e-12;

  /** The probability with which a build like the earlier ones is taken for a different one. */
  private static final double DIFFERENT = 0.001;

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

  /**
   * Estimates the variance of the next build from those of earlier builds of the same service. It
   * has half of their degrees of freedom, because builds differ from each other in this as well.
   *
   * @param builds the variances of the deployments of each
   * @return {@link #UNKNOWN} if there are too few
   */
  public static DeploymentVariance expectedAfter(List<DeploymentVariance> builds) {
    if (builds.size() < FEWEST_BUILDS) {
      return UNKNOWN;
    }
    double all = builds.stream().mapToDouble(DeploymentVariance::freedom).sum();
    double squares = builds.stream().mapToDouble(each -> each.freedom() * each.variance()).sum();
    return new DeploymentVariance(squares / all, OF_ALL * all);
  }

  /**
   * Adds what earlier builds make expect. A build that differs clearly more from itself than they
   * did is not one of them, so only its own variance counts. Otherwise a greater variance of its
   * own counts with their degrees of freedom, in case it is not one of them either.
   */
  DeploymentVariance with(DeploymentVariance expected) {
    if (freedom == 0 || expected.freedom() == 0 || isGreaterThan(expected)) {
      return this;
    }
    double sum = freedom + expected.freedom();
    double pooled = (freedom * variance + expected.freedom() * expected.variance()) / sum;
    return new DeploymentVariance(Math.max(variance, pooled), sum);
  }

  private boolean isGreaterThan(DeploymentVariance expected) {
    double ratio = variance / Math.max(SMALLEST, expected.variance());
    return FDistribution.of(freedom, expected.freedom()).survivalProbability(ratio) < DIFFERENT;
  }
}
