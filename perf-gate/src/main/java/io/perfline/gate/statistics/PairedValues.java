package io.perfline.gate.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;

/** The values of a metric in the pairs of some deployments. */
public final class PairedValues {

  private final double step;
  private final List<DeploymentEstimate> deployments = new ArrayList<>();
  private double rounding;

  /**
   * @param step to a multiple of which the values are rounded, in their unit; 0 if they are exact
   */
  public PairedValues(double step) {
    this.step = step;
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
   * Returns the function that estimates the change, given the error of its interval.
   *
   * @param earlier the variance of the deployments of earlier builds
   */
  public DoubleFunction<Estimate> by(DeploymentVariance earlier) {
    double each = deployments.isEmpty() ? 0 : rounding / deployments.size();
    return error -> PairedChange.of(deployments, earlier, each, error);
  }

  /** Returns how the deployments differ, for the estimates of later builds. */
  public DeploymentVariance variance() {
    return PairedChange.variance(deployments);
  }
}
