package io.perfline.gate.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The values of a metric in the pairs of several deployments. */
public final class PairedValues {

  private final double step;
  private final DeploymentVariance expected;
  private final List<DeploymentEstimate> deployments = new ArrayList<>();
  private double rounding;

  /**
   * Creates an empty set of values.
   *
   * @param step the step to whose multiples the values are rounded, in their unit; 0 if they are
   *     exact
   * @param expected the variance of the deployments that is expected from earlier builds
   */
  public PairedValues(double step, DeploymentVariance expected) {
    this.step = step;
    this.expected = expected;
  }

  /** The smallest share of the variance that is not that of pairs. */
  private static final double SMALLEST_SHARE = 0.05;

  /** Adds the pairs of the next deployment, in the order of measurement. */
  public void add(double[] candidate, double[] baseline) {
    rounding += error(candidate) + error(baseline);
    double[] above = logs(candidate);
    double[] below = logs(baseline);
    Arrays.setAll(above, i -> above[i] - below[i]);
    deployments.add(DeploymentEstimate.of(above));
  }

  private double error(double[] values) {
    return step == 0 ? 0 : Rounding.error(values, step);
  }

  private double[] logs(double[] values) {
    double[] exact = step == 0 ? values : Rounding.spread(values, step);
    return Arrays.stream(exact).map(Math::log).toArray();
  }

  /**
   * Estimates the change.
   *
   * @param spending the error of its interval
   */
  public Estimate change(ErrorSpending spending) {
    double each = deployments.isEmpty() ? 0 : rounding / deployments.size();
    return PairedChange.of(deployments, each, expected.withPairs(ofPairs()), spending);
  }

  public DeploymentVariance variance() {
    DeploymentVariance known =
        DeploymentVariance.of(
            deployments.stream().mapToDouble(DeploymentEstimate::value).toArray());
    return new DeploymentVariance(known.variance(), known.freedom(), ofPairs());
  }

  /** Returns the variance of a deployment's estimate that comes from the scatter of its pairs. */
  private double ofPairs() {
    return deployments.stream()
        .mapToDouble(each -> each.error() * each.error())
        .average()
        .orElse(0);
  }

  /**
   * Returns the variance of a pair within a deployment ÷ the variance of deployments without that
   * of their pairs; NaN while the latter is not known.
   */
  public double scatterOfPairs() {
    DeploymentVariance known = variance();
    double ofPair =
        deployments.stream()
            .mapToDouble(each -> each.error() * each.error() * each.pairs())
            .average()
            .orElse(Double.NaN);
    double ofDeployments =
        Math.max(known.variance() - known.ofPairs(), SMALLEST_SHARE * known.variance());
    return known.freedom() == 0 ? Double.NaN : ofPair / ofDeployments;
  }

  /**
   * Estimates the error of values that are rounded to multiples of a step, such as medians in whole
   * microseconds.
   *
   * <p>Values that scatter by much more than a step are rounded up and down equally often, so their
   * mean is right (dither; Widrow and Kollár, Quantization Noise, 2008, 5.3: the mean of a rounded
   * normal value is off by at most about exp(−2π²s²) ÷ π steps, where s is its standard deviation
   * in steps). Values that scatter less may all be off by half a step, however many pairs there
   * are.
   */
  static final class Rounding {

    /**
     * The largest variance, in square steps, that rounding causes in values that do not scatter
     * otherwise.
     */
    private static final double OF_ROUNDING = 0.25;

    private static final double MAX_ERROR = 0.5;

    /** A number whose multiples have evenly distributed fractional parts. */
    private static final double GOLDEN_RATIO = 0.618033988749895;

    private Rounding() {}

    /**
     * Returns the largest error of the logarithm of the mean.
     *
     * @param values the rounded values
     * @param step the step of the rounding, in the unit of the values
     */
    public static double error(double[] values, double step) {
      double mean = Arrays.stream(values).average().orElse(Double.NaN);
      double square = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
      double variance = values.length < 2 ? 0 : square / (values.length - 1) / (step * step);
      double own = Math.max(0, variance - OF_ROUNDING);
      return MAX_ERROR * Math.exp(-2 * Math.PI * Math.PI * own) * step / mean;
    }

    /**
     * Spreads the values evenly over the steps to which they were rounded, so that equal values
     * don't determine the median.
     */
    public static double[] spread(double[] values, double step) {
      double[] spread = new double[values.length];
      for (int i = 0; i < spread.length; i++) {
        double evenly = i * GOLDEN_RATIO % 1;
        spread[i] = values[i] + step * (evenly - 0.5);
      }
      return spread;
    }
  }
}
