package io.perfline.gate.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The change between two sides measured in pairs, from the log ratio of each pair.
 *
 * <p>The estimate is Hodges and Lehmann's (Annals of Mathematical Statistics 34, 1963): the median
 * of the means of all pairs of values. Its standard error is read off the interval that goes with
 * it, Wilcoxon's signed rank (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods,
 * 2014, 3.3), and widened where the pairs are correlated.
 *
 * <p>Each deployment is a stratum of its own: what its two places differ by for good is no scatter
 * of its pairs. The change is the mean of the deployments' estimates, each counting the same, so
 * that a difference of places that are swapped from one deployment to the next cancels; the scatter
 * is that of the pairs around their own deployment's estimate.
 *
 * <p>Looking again after further load, and stopping when it decides, costs no error: the first look
 * spends half of it, each further one half of what is left (error spending as of Lan and DeMets,
 * Biometrika 70, 1983, here without regard to how looks correlate, so that their errors add up to
 * less than all of it). A look is made behind two more deployments, whose places are swapped: their
 * number tells which look it is, and the same pairs, looked at again, are the same one. How many
 * standard errors that takes is told by Student's t, as these are estimated from the pairs.
 *
 * <p>Few pairs, for which that is too coarse, have an interval of the sign test (Hollander, Wolfe
 * and Chicken, 3.4 and 3.6). Which side of a pair is first is random, so each value is as likely
 * above the truth as below. All n are on one side with probability 2<sup>1 − n</sup>, at all
 * analyses together twice that of the first one: that gives the interval from the least to the
 * greatest value. How many of n are on one side is within the confidence sequence of Robbins (1970)
 * at every n at once: (n + 1) · B(k; n, ½) is above the error. That leaves out the k least and the
 * k greatest values. Each of the two has half of the error, and the narrower one is the interval. A
 * change beyond most of the scatter is seen in few pairs, where a service has become so slow that
 * there is no time for more.
 */
public final class PairedChange {

  /** It takes as many to see how they scatter and correlate. */
  public static final int FEWEST = 40;

  /** In a deployment on average, whose own estimate takes one from what tells of scatter. */
  private static final int FEWEST_EACH = 3;

  /** Between one look and the next. */
  private static final int DEPLOYMENTS_OF_A_LOOK = 2;

  /** Above it, neighbours are averaged first, so that the means of all pairs stay few. */
  private static final int MOST = 1200;

  /** How many standard errors the interval has from which the standard error is read. */
  private static final double READ_AT = 2;

  /** Of the error, what the sign test of few pairs may have. */
  private static final double OF_FEW = 1.0 / 16;

  private static final String METHOD_OF_FEW = "sign test, order statistics of few pairs";

  private static final String METHOD =
      "Hodges-Lehmann, Wilcoxon signed rank, error spent over all analyses";

  private PairedChange() {}

  /**
   * Estimates the change from the pairs of one deployment.
   *
   * @param logRatios ln(candidate ÷ baseline) of each pair, in the order they were measured
   * @param error probability with which the interval may miss the truth, now or at any other look
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
   * Without as many pairs, in two deployments or more, no interval with this error is finite: no
   * change, however large, could be decided.
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

  /** How many values on either side lie outside the interval of the confidence sequence. */
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
   * From how many pairs on their scatter tells how sure they are. The smaller the error, the
   * further out in its tails the normal approximation must hold.
   */
  static int fewest(double error) {
    return (int) Math.ceil(FEWEST * Math.max(1, Math.log(error) / Math.log(0.01)));
  }

  /** Which look is made, from 1, behind so many deployments. */
  private static int look(int deployments) {
    return (deployments + DEPLOYMENTS_OF_A_LOOK - 1) / DEPLOYMENTS_OF_A_LOOK;
  }

  /** Half-width in standard errors, so that all looks together have the error. */
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
