package io.perfline.gate.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Estimates the change between two builds that are measured in pairs, in several deployments.
 *
 * <p>There are two levels of scatter: the pairs of a deployment scatter around its own change, and
 * the deployments scatter around the change of the build, because a build that is started again
 * differs from itself (Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013).
 * More pairs reduce only the first. So the deployments are the samples: the change is the mean of
 * their estimates ({@link DeploymentEstimate}), and its interval is Student's t from their
 * variance. Each deployment swaps the places of both builds; the two places have means of their
 * own, which cancel out.
 *
 * <p>Fewer than {@link #MIN_DEGREES_OF_FREEDOM} degrees of freedom are not enough to estimate the
 * variance of the deployments ({@link DeploymentVariance}); earlier builds of the same service on
 * the same machine add theirs. Until then, and in a single deployment of any length, deployments
 * are assumed to differ from each other by {@link #GREATEST_EFFECT}, with which only large changes
 * are decided, and correlated pairs widen the interval. No interval is narrower than the scatter of
 * the pairs allows.
 *
 * <p>Repeated analysis after more load, which stops as soon as it decides, does not increase the
 * error, because each analysis uses a part of it ({@link ErrorSpending}). There is one analysis per
 * two deployments. The number of deployments determines the number of the analysis, so analysing
 * the same pairs again is the same analysis.
 *
 * <p>While the variance of the deployments is not known, a few pairs get an interval of the sign
 * test (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 2014, 3.4 and 3.6). The
 * number of values on one side of n is within the confidence sequence of Robbins (1970) for every n
 * at once: (n + 1) · B(k; n, ½) is above the error. This leaves out the k least and the k greatest
 * values. It detects a change larger than most of the scatter with few pairs, when a very slow
 * service leaves no time for more.
 */
public final class PairedChange {

  /** The smallest number of pairs from which scatter and correlation are estimated. */
  public static final int MIN_PAIRS = 40;

  /**
   * The standard deviation of deployments of the same build, as a log ratio, that is assumed while
   * it is not known.
   */
  public static final double GREATEST_EFFECT = 0.05;

  /**
   * The smallest number of degrees of freedom with which the variance of the deployments is
   * estimated.
   */
  static final double MIN_DEGREES_OF_FREEDOM = 4;

  /** The number of deployments between two analyses. */
  private static final int DEPLOYMENTS_OF_AN_ANALYSIS = 2;

  private static final String METHOD_OF_FEW = "sign test, order statistics of few pairs";

  private static final String METHOD =
      "Hodges-Lehmann per deployment, Student's t over deployments, corrected for repeated"
          + " analyses";

  /**
   * The quantiles that were needed so far. They are few, but each of them takes long to compute.
   */
  private static final Map<Quantile, Double> QUANTILES = new ConcurrentHashMap<>();

  private PairedChange() {}

  /**
   * Estimates the change from the pairs of one deployment.
   *
   * @param logRatios ln(candidate ÷ baseline) of each pair, in the order of measurement
   * @param error the probability with which the interval may miss the true change, now or at any
   *     other analysis
   */
  public static Estimate of(double[] logRatios, double error) {
    return of(new double[][] {logRatios}, error);
  }

  /**
   * Estimates the change from the pairs of several deployments, without data of earlier builds.
   *
   * @param logRatios ln(candidate ÷ baseline) of each pair of each deployment, in the order of
   *     measurement
   * @param error the probability with which the interval may miss the true change, now or at any
   *     other analysis
   */
  public static Estimate of(double[][] logRatios, double error) {
    return of(
        Arrays.stream(logRatios).map(DeploymentEstimate::of).toList(),
        0,
        DeploymentVariance.UNKNOWN,
        ErrorSpending.met(error));
  }

  /**
   * Estimates the change from several deployments.
   *
   * @param deployments the deployments in order
   * @param rounding the largest error that rounded values cause, as a log ratio
   * @param expected the variance of the deployments that is expected from earlier builds
   * @param spending the error of the interval
   */
  public static Estimate of(
      List<DeploymentEstimate> deployments,
      double rounding,
      DeploymentVariance expected,
      ErrorSpending spending) {
    double error = spending.error();
    double[] values = deployments.stream().mapToDouble(DeploymentEstimate::value).toArray();
    int samples = deployments.stream().mapToInt(DeploymentEstimate::pairs).sum();
    double middle = meanOfPlaces(values);
    if (samples == 0) {
      return few(deployments, middle, samples, error);
    }
    DeploymentVariance known = DeploymentVariance.of(values).with(expected);
    boolean isKnown = known.freedom() >= MIN_DEGREES_OF_FREEDOM;
    if (!isKnown && samples < minPairs(error)) {
      return few(deployments, middle, samples, error);
    }
    double within = standardError(deployments, samples);
    double freedom = Math.max(1, samples - values.length);
    double ofMean = varianceOfMean(values.length);
    int analysis = analysis(values.length);
    double ofUnknown = spending.ofUnknown(analysis);
    double widened = within * widening(deployments, samples);
    double assumed =
        isKnown ? Math.max(GREATEST_EFFECT, Math.sqrt(known.variance())) : GREATEST_EFFECT;
    double half = t(freedom, ofUnknown) * Math.hypot(widened, assumed * Math.sqrt(ofMean));
    if (isKnown) {
      double spent = spending.ofKnown(analysis, expected);
      double between = t(known.freedom(), spent) * Math.sqrt(known.variance() * ofMean);
      half = Math.min(half, Math.max(between, t(freedom, spent) * within));
    }
    half += rounding;
    return new Estimate(
        middle,
        middle - half,
        middle + half,
        samples,
        METHOD,
        isKnown ? Math.sqrt(known.variance()) : Double.NaN);
  }

  /**
   * Returns the smallest number of pairs, in two or more deployments, with which an interval of
   * this error is finite. With fewer pairs, no change of any size can be decided.
   *
   * @param error the probability with which the interval may miss the true change
   */
  public static int minPairsToDecide(double error) {
    return (int) Math.ceil(2 - Math.log(error * ErrorSpending.OF_FEW / 2) / Math.log(2));
  }

  private static Estimate few(
      List<DeploymentEstimate> deployments, double middle, int samples, double error) {
    // In one deployment, the place alone may put all of them on one side.
    boolean enough = deployments.size() > 1 && samples >= minPairsToDecide(error);
    double[] sorted =
        deployments.stream()
            .flatMapToDouble(each -> Arrays.stream(each.sorted()))
            .sorted()
            .toArray();
    int outside = enough ? outside(samples, error * ErrorSpending.OF_FEW / 4) : 0;
    double effect =
        GREATEST_EFFECT
            * NormalDistribution.of(0, 1)
                .inverseSurvivalProbability(error * ErrorSpending.OF_FEW / 4 / deployments.size());
    return new Estimate(
        middle,
        enough ? sorted[outside] - effect : Double.NEGATIVE_INFINITY,
        enough ? sorted[samples - 1 - outside] + effect : Double.POSITIVE_INFINITY,
        samples,
        METHOD_OF_FEW,
        Double.NaN);
  }

  /** Returns the number of values on each side outside the confidence sequence's interval. */
  private static int outside(int samples, double error) {
    BinomialDistribution above = BinomialDistribution.of(samples, 0.5);
    int outside = 0;
    while (outside < samples / 2 && (samples + 1) * above.probability(outside) <= error) {
      outside++;
    }
    return outside;
  }

  /**
   * Returns the standard error of the mean that comes from the scatter of the pairs if they are
   * independent. If they are not, the variance of the deployments includes their correlation.
   */
  private static double standardError(List<DeploymentEstimate> deployments, int samples) {
    int count = deployments.size();
    double square = 0;
    for (int i = 0; i < count; i++) {
      DeploymentEstimate each = deployments.get(i);
      int places = Math.min(2, count);
      int ofPlace = (count - i % 2 + places - 1) / places;
      square += each.error() * each.error() / (ofPlace * ofPlace) / (places * places);
    }
    double freedom = Math.max(1, samples - count);
    return Math.sqrt(square * (samples - 1) / freedom);
  }

  private static double widening(List<DeploymentEstimate> deployments, int samples) {
    double lag =
        deployments.stream().mapToDouble(each -> each.lag() * each.pairs() / samples).sum();
    return Autocorrelation.widening(lag, samples, deployments.size());
  }

  /**
   * Returns the half-width of the interval that a comparison is expected to have.
   *
   * @param earlier the variance of the deployments that is expected from earlier builds
   * @param deployments the number of its deployments, at least 4
   * @param spending the error of the interval
   * @return a log ratio; NaN if the variance is not known
   */
  public static double expectedHalfWidth(
      DeploymentVariance earlier, int deployments, ErrorSpending spending) {
    if (earlier.freedom() == 0 || deployments < 4) {
      return Double.NaN;
    }
    return t(deployments - 2 + earlier.freedom(), spending.ofKnown(analysis(deployments), earlier))
        * standardError(earlier, deployments);
  }

  /** Returns the standard error of the mean of deployments; NaN if their variance is not known. */
  public static double standardError(DeploymentVariance known, int deployments) {
    return known.freedom() == 0
        ? Double.NaN
        : Math.sqrt(known.variance() * varianceOfMean(deployments));
  }

  static double meanOfPlaces(double[] values) {
    return values.length < 2
        ? Arrays.stream(values).average().orElse(Double.NaN)
        : (meanOfPlace(values, 0) + meanOfPlace(values, 1)) / 2;
  }

  /** Returns the mean of every second value. */
  static double meanOfPlace(double[] values, int place) {
    double sum = 0;
    int count = 0;
    for (int i = place; i < values.length; i += 2) {
      sum += values[i];
      count++;
    }
    return sum / count;
  }

  /** Returns the variance of the mean of both places, as a multiple of a deployment's variance. */
  static double varianceOfMean(int deployments) {
    int second = deployments / 2;
    return deployments < 2 ? 1 : (1.0 / (deployments - second) + 1.0 / second) / 4;
  }

  /**
   * Returns the smallest number of pairs for the normal approximation. The smaller the error, the
   * farther out in the tails the approximation must be valid.
   */
  static int minPairs(double error) {
    return (int) Math.ceil(MIN_PAIRS * Math.max(1, Math.log(error) / Math.log(0.01)));
  }

  /** Returns the number of the analysis, from 1, that follows a number of deployments. */
  static int analysis(int deployments) {
    return (deployments + DEPLOYMENTS_OF_AN_ANALYSIS - 1) / DEPLOYMENTS_OF_AN_ANALYSIS;
  }

  /**
   * Returns the half-width, in standard errors, of an interval that shares the error between both
   * sides.
   */
  static double t(double freedom, double error) {
    return QUANTILES.computeIfAbsent(
        new Quantile(freedom, error),
        key -> TDistribution.of(key.freedom()).inverseSurvivalProbability(key.error() / 2));
  }

  private record Quantile(double freedom, double error) {}
}
