package io.perfline.gate.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The values of a metric in the pairs of some deployments. */
public final class PairedValues {

  private final double step;
  private final DeploymentVariance expected;
  private final List<DeploymentEstimate> deployments = new ArrayList<>();
  private double rounding;

  /**
   * @param step to a multiple of which the values are rounded, in their unit; 0 if they are exact
   * @param expected the variance of the deployments that earlier builds make expect
   */
  public PairedValues(double step, DeploymentVariance expected) {
    this.step = step;
    this.expected = expected;
  }

  /** Adds the pairs of the next deployment, in the order they were measured. */
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
   * @param error probability with which the interval may miss the truth, now or at any other
   *     analysis
   */
  public Estimate change(double error) {
    double each = deployments.isEmpty() ? 0 : rounding / deployments.size();
    return PairedChange.of(deployments, each, expected, error);
  }

  /** Returns the variance of these deployments alone. */
  public DeploymentVariance variance() {
    return DeploymentVariance.of(
        deployments.stream().mapToDouble(DeploymentEstimate::value).toArray());
  }
}
