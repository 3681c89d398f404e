package io.perfline.gate.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Estimates the change of the rate of rare events such as errors, of which there may be none.
 *
 * <p>Given the number of events on both sides, the candidate's share of them is binomial
 * (Przyborowski and Wilenski, Biometrika 31, 1940). The interval of that share is the confidence
 * sequence of Robbins (1970), which is valid for every number of events at once: all p with (n + 1)
 * · B(k; n, p) above the error. If one side has no events, the estimate adds half an event to both
 * sides, so that it is finite (Haldane, Annals of Human Genetics 20, 1956; Anscombe, Biometrika 43,
 * 1956); one end of the interval is infinite then. Events in bursts are divided by their dispersion
 * first, as in quasi-Poisson models (McCullagh and Nelder, Generalized Linear Models, 1989, 6.2.3).
 */
public final class RareChange {

  private static final String METHOD = "binomial share, confidence sequence over all analyses";
  private static final int STEPS = 60;

  private RareChange() {}

  /**
   * Estimates the change.
   *
   * @param candidate the number of events in each part of the candidate
   * @param candidateOf the number of possible events of the candidate, over all parts
   * @param baseline the number of events in each part of the baseline
   * @param baselineOf the number of possible events of the baseline, over all parts
   * @param error the probability that the interval misses the true change
   */
  public static Estimate of(
      long[] candidate, long candidateOf, long[] baseline, long baselineOf, double error) {
    long both = Arrays.stream(candidate).sum() + Arrays.stream(baseline).sum();
    int samples = baseline.length; // pairs, or earlier runs
    if (both == 0) {
      return new Estimate(0, 0, 0, samples, "none on either side");
    }
    double dispersion = Math.max(dispersion(candidate), dispersion(baseline));
    int k = (int) Math.round(Arrays.stream(candidate).sum() / dispersion);
    int n = Math.max(1, k + (int) Math.round(Arrays.stream(baseline).sum() / dispersion));
    double exposure = Math.log((double) baselineOf / candidateOf);
    double share = (double) k / n;
    double half = k == 0 || k == n ? 0.5 : 0;
    return new Estimate(
        Math.log((k + half) / (n - k + half)) + exposure,
        odds(edge(k, n, error, 0, share)) + exposure,
        odds(edge(k, n, error, 1, share)) + exposure,
        samples,
        METHOD);
  }

  /**
   * Returns the share between {@code outside} and {@code inside} at which the likelihood of the
   * confidence sequence equals the error.
   */
  private static double edge(int k, int n, double error, double outside, double inside) {
    double far = outside;
    double near = inside;
    if (far == near) {
      return far;
    }
    for (int i = 0; i < STEPS; i++) {
      double middle = (far + near) / 2;
      double likelihood =
          (n + 1.0) * BinomialDistribution.of(n, Math.min(1, Math.max(0, middle))).probability(k);
      if (likelihood > error) {
        near = middle;
      } else {
        far = middle;
      }
    }
    return far;
  }

  private static double odds(double share) {
    return Math.log(share / (1 - share));
  }

  /** Returns the variance of the parts divided by their mean, and at least 1. */
  private static double dispersion(long[] parts) {
    double mean = Arrays.stream(parts).average().orElse(0);
    if (parts.length < 2 || mean == 0) {
      return 1;
    }
    double square = Arrays.stream(parts).mapToDouble(x -> (x - mean) * (x - mean)).sum();
    return Math.max(1, square / (parts.length - 1) / mean);
  }
}
