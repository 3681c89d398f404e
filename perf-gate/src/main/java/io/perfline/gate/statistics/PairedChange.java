package io.perfline.gate.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The change between two sides that are measured in pairs, from the log ratio of each pair.
 *
 * <p>The estimate is Hodges and Lehmann's (Annals of Mathematical Statistics 34, 1963): the median
 * of the means of all pairs of values. Its standard error is derived from the interval that belongs
 * to it, Wilcoxon's signed rank (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods,
 * 2014, 3.3), and increased if the pairs are correlated.
 *
 * <p>Each deployment is a stratum, because the permanent difference between its two places is not
 * scatter. The change is the mean of the deployments' estimates with equal weights, so that
 * differences between places, which are swapped from one deployment to the next, cancel. The
 * scatter is that of the pairs around the estimate of their deployment.
 *
 * <p>Repeated analysis after more load, which stops as soon as it decides, does not increase the
 * error: the first analysis uses half of the error budget, each further one half of the rest (error
 * spending after Lan and DeMets, Biometrika 70, 1983, here without the correlation of analyses, so
 * that their errors add up to less than the budget). There is one analysis per two deployments,
 * whose places are swapped; the number of deployments determines the number of the analysis, and
 * analysing the same pairs again is the same analysis. The interval in standard errors is Student's
 * t, because they are estimated from the pairs.
 *
 * <p>A few pairs, for which that approximation is too coarse, get an interval of the sign test
 * (Hollander, Wolfe and Chicken, 3.4 and 3.6). The order within a pair is random, so each value is
 * above or below the truth with equal probability. All n are on one side with probability 2<sup>1 −
 * n</sup>, over all analyses together twice that of the first one; this gives the interval from the
 * least to the greatest value. The number of values on one side of n is within the confidence
 * sequence of Robbins (1970) for every n at once: (n + 1) · B(k; n, ½) is above the error. This
 * leaves out the k least and the k greatest values. Either has half of the error, and the narrower
 * one is the interval. It detects a change larger than most of the scatter with few pairs, when a
 * very slow service leaves no time for more.
 */
public final class PairedChange {

  /** The fewest pairs from which scatter and correlation are estimated. */
  public static final int FEWEST = 40;

  /**
   * The fewest pairs per deployment, on average: each deployment's own estimate takes one degree of
   * freedom.
   */
  private static final int FEWEST_EACH = 3;

  /** The deployments between two analyses. */
  private static final int DEPLOYMENTS_OF_A_LOOK = 2;

  /**
   * The most pairs that are analysed individually; above it, neighbours are averaged to limit the
   * number of means.
   */
  private static final int MOST = 1200;

  /**
   * The half-width, in standard errors, of the interval from which the standard error is derived.
   */
  private static final double READ_AT = 2;

  /** The part of the error that the sign test of few pairs may use. */
  private static final double OF_FEW = 1.0 / 16;

  private static final String METHOD_OF_FEW = "sign test, order statistics of few pairs";

  private static final String METHOD =
      "Hodges-Lehmann, Wilcoxon signed rank, error spent over all analyses";

  private PairedChange() {}

  /**
   * Estimates the change from the pairs of one deployment.
   *
   * @param logRatios ln(candidate ÷ baseline) of each pair, in the order they were measured
   * @param error probability that the interval misses the truth in this or any other analysis
   */
  public static Estimate of(double[] logRatios, double error) {
    return of(new double[][] {logRatios}, error);
  }

  /**
   * Estimates the change from the pairs of some deployments.
   *
   * @param logRatios ln(candidate ÷ baseline) of each pair of each deployment, in the order they
   *     were measured
   * @param error probability with which the interval may miss the truth, now or at any other look
   */
  public static Estimate of(double[][] logRatios, double error) {
    int samples = Arrays.stream(logRatios).mapToInt(each -> each.length).sum();
    double middle =
        Arrays.stream(logRatios).mapToDouble(PairedChange::middle).average().orElse(Double.NaN);
    if (samples < fewest(error) || samples < FEWEST_EACH * logRatios.length) {
      return few(logRatios, middle, samples, error);
    }
    double half = half(logRatios, samples, error * (1 - OF_FEW));
    return new Estimate(middle, middle - half, middle + half, samples, METHOD);
  }

  /**
   * Returns the fewest pairs, in two or more deployments, with which an interval of this error is
   * finite. With fewer, no change of any size can be decided.
   *
   * @param error probability with which the interval may miss the truth
   */
  public static int fewestToDecide(double error) {
    return (int) Math.ceil(2 - Math.log(error * OF_FEW / 2) / Math.log(2));
  }

  private static Estimate few(double[][] logRatios, double middle, int samples, double error) {
    // In one deployment the place may put all of them on one side.
    boolean enough = logRatios.length > 1 && samples >= fewestToDecide(error);
    double[] sorted = Arrays.stream(logRatios).flatMapToDouble(Arrays::stream).sorted().toArray();
    int outside = enough ? outside(samples, error * OF_FEW / 2) : 0;
    return new Estimate(
        middle,
        enough ? sorted[outside] : Double.NEGATIVE_INFINITY,
        enough ? sorted[samples - 1 - outside] : Double.POSITIVE_INFINITY,
        samples,
        METHOD_OF_FEW);
  }

  /**
   * Returns the number of values on each side that lie outside the interval of the confidence
   * sequence.
   */
  private static int outside(int samples, double error) {
    BinomialDistribution above = BinomialDistribution.of(samples, 0.5);
    int outside = 0;
    while (outside < samples / 2 && (samples + 1) * above.probability(outside) <= error) {
      outside++;
    }
    return outside;
  }

  private static double half(double[][] strata, int samples, double error) {
    double[] scatter =
        condense(
            Arrays.stream(strata)
                .flatMapToDouble(
                    each -> {
                      double middle = middle(each);
                      return Arrays.stream(each).map(value -> value - middle);
                    })
                .toArray());
    int n = scatter.length;
    double shares = Arrays.stream(strata).mapToDouble(each -> 1.0 / each.length).sum();
    double counting = strata.length * strata.length / shares / samples; // 1: all equally long
    double freedom = n - strata.length;
    return standardErrors(look(strata.length), freedom, error)
        * standardError(walsh(scatter), n)
        / Math.sqrt(counting)
        * Math.sqrt((n - 1) / freedom)
        * Autocorrelation.widening(scatter, strata.length);
  }

  private static double middle(double[] values) {
    double[] means = walsh(condense(values));
    return means.length == 0
        ? Double.NaN
        : (means[(means.length - 1) / 2] + means[means.length / 2]) / 2;
  }

  /**
   * Returns the fewest pairs for the normal approximation. It must be valid farther out in the
   * tails for a smaller error.
   */
  static int fewest(double error) {
    return (int) Math.ceil(FEWEST * Math.max(1, Math.log(error) / Math.log(0.01)));
  }

  /** Returns the number of the analysis, from 1, after a number of deployments. */
  private static int look(int deployments) {
    return (deployments + DEPLOYMENTS_OF_A_LOOK - 1) / DEPLOYMENTS_OF_A_LOOK;
  }

  /** Returns the half-width in standard errors with which all analyses together have the error. */
  private static double standardErrors(int look, double freedom, double error) {
    double spent = error * Math.pow(0.5, look);
    return TDistribution.of(freedom).inverseSurvivalProbability(spent / 2);
  }

  private static double standardError(double[] means, int n) {
    double spread = Math.sqrt(n * (n + 1.0) * (2 * n + 1.0) / 24);
    int from = (int) Math.max(0, Math.floor(means.length / 2.0 - READ_AT * spread));
    return (means[means.length - 1 - from] - means[from]) / (2 * READ_AT);
  }

  private static double[] walsh(double[] values) {
    int n = values.length;
    double[] means = new double[n * (n + 1) / 2];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        means[at++] = (values[i] + values[j]) / 2;
      }
    }
    Arrays.sort(means);
    return means;
  }

  private static double[] condense(double[] values) {
    if (values.length <= MOST) {
      return values;
    }
    int block = (values.length + MOST - 1) / MOST;
    double[] condensed = new double[values.length / block];
    for (int i = 0; i < condensed.length; i++) {
      condensed[i] = Arrays.stream(values, i * block, (i + 1) * block).average().orElse(Double.NaN);
    }
    return condensed;
  }
}
