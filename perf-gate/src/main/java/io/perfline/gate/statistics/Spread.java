package io.perfline.gate.statistics;

import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.run.WholeSeconds;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The standard error of a value of one case, estimated from its scatter within the case.
 *
 * <p>The method is sectioning (Asmussen and Glynn, Stochastic Simulation, 2007, III.5a): the case's
 * seconds are divided into sections of about equal length, the value is computed for each section
 * (a percentile from the merged histograms of its seconds), and the scatter of these values,
 * weighted by length, gives the standard error of the value over the whole case. Differences from
 * run to run are not included.
 *
 * @param value the value over the whole case
 * @param error the standard error of the natural logarithm of {@code value}
 */
public record Spread(double value, double error, int sections) {

  /** The confidence level of the intervals. */
  public static final double CONFIDENCE = 0.95;

  private static final int MAX_SECTIONS = 20;
  private static final int MIN_SECTIONS = 5;

  /**
   * Estimates the throughput in messages per second; empty if the case is too short, or a section
   * has no message.
   */
  public static Optional<Spread> throughput(double whole, List<Second> seconds) {
    return of(
        whole,
        seconds,
        section -> section.stream().mapToLong(Second::messages).sum() / length(section));
  }

  /** Estimates a percentile (0 to 100) of the response times, in milliseconds. */
  public static Optional<Spread> percentile(
      double percentile, TimeDistribution whole, List<Second> seconds) {
    return of(
        whole.percentileUs(percentile) / 1000,
        seconds,
        section ->
            TimeDistribution.merge(section.stream().map(Second::responseTime).toList())
                    .percentileUs(percentile)
                / 1000);
  }

  private static Optional<Spread> of(
      double whole, List<Second> all, ToDoubleFunction<List<Second>> figure) {
    List<Second> seconds = whole(all);
    int sections = Math.min(MAX_SECTIONS, seconds.size());
    if (sections < MIN_SECTIONS || !(whole > 0) || Double.isInfinite(whole)) {
      return Optional.empty();
    }
    double[] logs = new double[sections];
    double[] weights = new double[sections];
    double length = length(seconds) / sections;
    for (int i = 0; i < sections; i++) {
      List<Second> section =
          seconds.subList(i * seconds.size() / sections, (i + 1) * seconds.size() / sections);
      logs[i] = Math.log(figure.applyAsDouble(section));
      weights[i] = length(section) / length;
    }
    double mean =
        IntStream.range(0, sections).mapToDouble(i -> weights[i] * logs[i]).sum() / sections;
    double square = 0;
    for (int i = 0; i < sections; i++) {
      square += weights[i] * (logs[i] - mean) * (logs[i] - mean);
    }
    double error = Math.sqrt(square / (sections - 1) / sections) * together(logs, mean, square);
    return Double.isFinite(error)
        ? Optional.of(new Spread(whole, error, sections))
        : Optional.empty();
  }

  /** Leaves out a partial second at the end, which is too short. */
  private static List<Second> whole(List<Second> seconds) {
    int last = seconds.size() - 1;
    return last < 1 || WholeSeconds.is(seconds.get(last)) ? seconds : seconds.subList(0, last);
  }

  private static double length(List<Second> seconds) {
    return seconds.stream().mapToDouble(Second::seconds).sum();
  }

  /**
   * Returns the factor for correlated neighbours: √((1 + ρ) ÷ (1 − ρ)), where ρ is the lag-1
   * correlation (Priestley, Spectral Analysis and Time Series, 1981, 5.3.2); it is at most 3.
   */
  private static double together(double[] logs, double mean, double square) {
    double product = 0;
    for (int i = 1; i < logs.length; i++) {
      product += (logs[i] - mean) * (logs[i - 1] - mean);
    }
    double rho = square == 0 ? 0 : Math.min(0.8, Math.max(0, product / square));
    return Math.sqrt((1 + rho) / (1 - rho));
  }

  /** Returns the lower end of the interval of the value itself. */
  public double low() {
    return value * Math.exp(-reach(error, sections - 1.0));
  }

  /** Returns the upper end of the interval of the value itself. */
  public double high() {
    return value * Math.exp(reach(error, sections - 1.0));
  }

  /** Estimates the change from {@code before} to this value, with Welch's degrees of freedom. */
  public CaseChange since(Spread before) {
    double variance = error * error;
    double varianceBefore = before.error * before.error;
    double both = Math.sqrt(variance + varianceBefore);
    double freedom =
        both == 0
            ? sections - 1.0
            : Math.pow(variance + varianceBefore, 2)
                / (variance * variance / (sections - 1)
                    + varianceBefore * varianceBefore / (before.sections - 1));
    double log = Math.log(value / before.value);
    double reach = reach(both, freedom);
    return new CaseChange(Math.expm1(log), Math.expm1(log - reach), Math.expm1(log + reach));
  }

  private static double reach(double error, double freedom) {
    return error * TDistribution.of(freedom).inverseSurvivalProbability((1 - CONFIDENCE) / 2);
  }

  /**
   * A relative change: 0 for no change, 1 for a doubled value.
   *
   * @param low the lower end of its interval; NaN if there is none
   * @param high the upper end of its interval; NaN if there is none
   */
  public record CaseChange(double value, double low, double high) {

    /** Creates a change without an interval. */
    public static CaseChange alone(double now, double before) {
      double change = now == before ? 0 : now / before - 1;
      return new CaseChange(change, Double.NaN, Double.NaN);
    }

    public boolean hasInterval() {
      return Double.isFinite(low) && Double.isFinite(high);
    }
  }
}
