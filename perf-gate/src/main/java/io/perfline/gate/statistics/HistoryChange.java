package io.perfline.gate.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Estimates the change of one run against earlier ones, where the runs are the samples.
 *
 * <p>The interval is a prediction interval: the candidate scatters like any other run, so its
 * distance from the mean of the earlier ones is compared with their standard deviation, s·√(1 +
 * 1/n), by Student's t (Geisser, Predictive Inference, 1993, 2.2). Outliers among the earlier runs
 * widen it, because the candidate may be one as well; they are pulled in only beyond {@link #FENCE}
 * median deviations, where a single one would hide every change. The interval is wider on the side
 * to which the runs are skewed (Cornish and Fisher, 1937, with an upper estimate of the skewness),
 * and wider on both sides if neighbours are correlated.
 */
public final class HistoryChange {

  private static final double FENCE = 8;

  /** The standard errors that are added to the skewness for verdicts, as a precaution. */
  private static final double CAUTIOUS = 2.2;

  /**
   * The standard errors that are added if no verdict depends on it, so that only clear skewness
   * counts.
   */
  private static final double PLAIN = -1;

  private static final String METHOD = "prediction interval of Student's t, runs as samples";

  private HistoryChange() {}

  /**
   * Estimates the change of one run against the earlier ones.
   *
   * @param earlier ln(value) of each earlier run, oldest first
   * @param candidate ln(value) of the candidate
   * @param error the probability with which the interval may miss the true change
   */
  public static Estimate of(double[] earlier, double candidate, double error) {
    return of(earlier, new double[] {candidate}, error, CAUTIOUS);
  }

  /**
   * Estimates the change of the mean of the newest runs against the earlier ones. Only the scatter
   * of the earlier runs is used, s·√(1/k + 1/n), because k may be 1.
   *
   * @param earlier ln(value) of each of the n earlier runs, oldest first
   * @param newest ln(value) of each of the k newest runs
   * @param error the probability with which the interval may miss the true change
   */
  public static Estimate of(double[] earlier, double[] newest, double error) {
    return of(earlier, newest, error, PLAIN);
  }

  private static Estimate of(double[] earlier, double[] newest, double error, double caution) {
    int n = earlier.length;
    int k = newest.length;
    double[] values = fenced(earlier);
    double mean = Arrays.stream(values).average().orElse(Double.NaN);
    double deviation = deviation(values, mean);
    double inflation = Autocorrelation.widening(values);
    double ofNewest = k == 1 ? 1 : inflation * inflation / k;
    double t = TDistribution.of(n - 1.0).inverseSurvivalProbability(error / 2);
    double scatter =
        deviation * Math.sqrt(ofNewest + inflation * inflation / n) * bias(inflation, n);
    double skewness = skewness(values, mean, deviation);
    double uncertain = caution * Math.sqrt(6.0 / n);
    double change = Arrays.stream(newest).average().orElse(Double.NaN) - mean;
    // Runs that are skewed upward make the newest look slower than they are, so the lower end
    // moves.
    return new Estimate(
        change,
        change - scatter * leaning(t, skewness + uncertain, k),
        change + scatter * leaning(t, uncertain - skewness, k),
        n,
        METHOD);
  }

  /**
   * Returns the half-width in standard errors on one side (Cornish and Fisher, 1937). The skewness
   * of a mean of k values is that of one value ÷ √k.
   */
  private static double leaning(double t, double skewness, int k) {
    return t + Math.max(0, skewness / Math.sqrt(k)) * (t * t - 1) / 6;
  }

  /** Returns the correction for correlated values, whose mean is too close to them. */
  private static double bias(double inflation, int n) {
    double shared = Math.min(0.5, (inflation * inflation - 1) / n);
    return 1 / Math.sqrt(1 - shared);
  }

  private static double[] fenced(double[] values) {
    double median = median(values);
    double mad = median(Arrays.stream(values).map(x -> Math.abs(x - median)).toArray());
    double far = FENCE * mad;
    return mad == 0
        ? values
        : Arrays.stream(values)
            .map(x -> Math.min(median + far, Math.max(median - far, x)))
            .toArray();
  }

  /**
   * Returns the median, which is the mean of the middle two values if their number is even; NaN
   * without values.
   */
  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  static double deviation(double[] values, double mean) {
    double square = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
    return Math.sqrt(square / (values.length - 1));
  }

  private static double skewness(double[] values, double mean, double deviation) {
    if (deviation == 0) {
      return 0;
    }
    double cube = Arrays.stream(values).map(x -> Math.pow((x - mean) / deviation, 3)).sum();
    return cube * values.length / ((values.length - 1.0) * (values.length - 2.0));
  }
}
