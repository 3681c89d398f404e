package io.perfline.gate.statistics;

import java.util.List;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * The variance of deployments of the same two builds: that of a deployment's estimate around the
 * change, which includes the scatter of its pairs.
 *
 * @param variance the variance of one deployment's estimate; 0 if it is not known
 * @param freedom the degrees of freedom with which it was estimated; 0 if it is not known
 * @param ofPairs the part of the variance that comes from the scatter of the pairs, which depends
 *     on their number; 0 if it is not known
 */
public record DeploymentVariance(double variance, double freedom, double ofPairs) {

  /** A variance that is not known. */
  public static final DeploymentVariance UNKNOWN = new DeploymentVariance(0, 0, 0);

  /**
   * The smallest number of degrees of freedom of all earlier builds from which the next build's
   * variance is estimated: that of three builds with four deployments each, or of one with eight.
   */
  private static final double MIN_FREEDOM_OF_BUILDS = 6;

  /** The share of the earlier builds' degrees of freedom that counts. */
  private static final double OF_ALL = 0.5;

  /** The smallest divisor of a ratio of variances. */
  private static final double SMALLEST = 1e-12;

  /**
   * The probability with which a build that is like the earlier ones is taken for a different one,
   * which costs it some sharpness. A smaller one takes more builds for equal that scatter more,
   * which raises the rate of false alarms.
   */
  private static final double DIFFERENT = 0.05;

  /** Creates a variance without a known part of pairs. */
  public DeploymentVariance(double variance, double freedom) {
    this(variance, freedom, 0);
  }

  /**
   * Estimates the variance from deployments that swap the places of both builds each time. Each
   * place has a mean of its own, which takes one degree of freedom.
   *
   * @param values the estimates of the deployments, in order
   */
  public static DeploymentVariance of(double[] values) {
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
   * has half of their degrees of freedom, because builds also differ from each other in this
   * variance.
   *
   * @param builds the variance of the deployments of each earlier build
   * @return {@link #UNKNOWN} if the builds had too few deployments
   */
  public static DeploymentVariance expectedAfter(List<DeploymentVariance> builds) {
    double all = builds.stream().mapToDouble(DeploymentVariance::freedom).sum();
    if (all < MIN_FREEDOM_OF_BUILDS) {
      return UNKNOWN;
    }
    double squares = builds.stream().mapToDouble(each -> each.freedom() * each.variance()).sum();
    double pairs = builds.stream().mapToDouble(each -> each.freedom() * each.ofPairs()).sum();
    return new DeploymentVariance(squares / all, OF_ALL * all, pairs / all);
  }

  /**
   * Returns this variance for deployments with another number of pairs.
   *
   * @param other the part of their variance that comes from the scatter of their pairs
   */
  DeploymentVariance withPairs(double other) {
    return freedom == 0 || ofPairs == 0
        ? this
        : new DeploymentVariance(Math.max(0, variance - ofPairs) + other, freedom, other);
  }

  /**
   * Combines this variance with the one that is expected from earlier builds. If this one is
   * clearly greater, the build is not like the earlier ones, so only its own variance counts.
   * Otherwise the greater of this one and the pooled one counts, with the degrees of freedom of
   * both, in case the build is unlike the earlier ones after all.
   */
  DeploymentVariance with(DeploymentVariance expected) {
    if (freedom == 0 || expected.freedom() == 0 || isGreaterThan(expected)) {
      return this;
    }
    double sum = freedom + expected.freedom();
    double pooled = (freedom * variance + expected.freedom() * expected.variance()) / sum;
    return new DeploymentVariance(Math.max(variance, pooled), sum, ofPairs);
  }

  private boolean isGreaterThan(DeploymentVariance expected) {
    double ratio = variance / Math.max(SMALLEST, expected.variance());
    return FDistribution.of(freedom, expected.freedom()).survivalProbability(ratio) < DIFFERENT;
  }
}
