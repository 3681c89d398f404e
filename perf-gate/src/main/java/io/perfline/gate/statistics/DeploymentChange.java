package io.perfline.gate.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Estimates the change between two builds in a value that each deployment has once, such as a live
 * set.
 *
 * <p>As in {@link PairedChange}, deployments are the samples, with the same analyses and parts of
 * the error. While the variance of the deployments is not known, the interval is that of a normal
 * distribution with the assumed standard deviation, or with the observed one if that is greater.
 */
public final class DeploymentChange {

  private static final String METHOD =
      "Student's t over deployments, error spent over all analyses";

  private DeploymentChange() {}

  /**
   * Estimates the change.
   *
   * @param values the difference of the builds in each deployment, in order
   * @param greatest the standard deviation of deployments of the same build that is assumed while
   *     it is not known, in the unit of the values
   * @param expected the variance of the deployments that is expected from earlier builds
   * @param spending the error of the interval
   */
  public static Estimate of(
      double[] values, double greatest, DeploymentVariance expected, ErrorSpending spending) {
    double middle = PairedChange.meanOfPlaces(values);
    double half = Double.POSITIVE_INFINITY;
    DeploymentVariance known = DeploymentVariance.of(values).with(expected);
    boolean isKnown = known.freedom() >= PairedChange.MIN_DEGREES_OF_FREEDOM;
    if (values.length > 1) {
      double mean = Arrays.stream(values).average().orElse(Double.NaN);
      double ofMean = PairedChange.varianceOfMean(values.length);
      int analysis = PairedChange.analysis(values.length);
      double ofUnknown = spending.ofUnknown(analysis);
      half =
          NormalDistribution.of(0, 1).inverseSurvivalProbability(ofUnknown / 2)
              * Math.max(greatest, HistoryChange.deviation(values, mean))
              * Math.sqrt(ofMean);
      if (isKnown) {
        double spent = spending.ofKnown(analysis, expected);
        double between =
            PairedChange.t(known.freedom(), spent) * Math.sqrt(known.variance() * ofMean);
        half = Math.min(half, between);
      }
    }
    return new Estimate(
        middle,
        middle - half,
        middle + half,
        values.length,
        METHOD,
        isKnown ? Math.sqrt(known.variance()) : Double.NaN);
  }
}
