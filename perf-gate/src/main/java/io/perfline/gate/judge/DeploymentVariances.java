package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.EarlierDeployments;
import io.perfline.core.run.Run;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.DeploymentVariance;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Extracts from a run how much the deployments of its builds differed from each other. */
public final class DeploymentVariances {

  private DeploymentVariances() {}

  /**
   * Returns the variances of the compared cases, for later builds.
   *
   * @param thresholds the limits; those that compare in pairs determine the metrics
   */
  public static List<EarlierDeployments> of(Run run, Thresholds thresholds) {
    return run.cases().stream()
        .filter(result -> result.earlierDeployments() != null && result.valid())
        .map(
            result ->
                new EarlierDeployments(
                    result.earlierDeployments().settings(), variances(run, result, thresholds)))
        .filter(one -> !one.builds().isEmpty())
        .toList();
  }

  /** Returns the variance of a case's deployments that is expected from earlier builds. */
  static DeploymentVariance expected(CaseResult result, Metric metric) {
    EarlierDeployments earlier = result.earlierDeployments();
    return earlier == null
        ? DeploymentVariance.UNKNOWN
        : DeploymentVariance.expectedAfter(
            earlier.builds().stream()
                .filter(build -> build.metric().equals(metric.id()))
                .map(
                    build ->
                        new DeploymentVariance(build.variance(), build.freedom(), build.ofPairs()))
                .toList());
  }

  private static List<EarlierDeployments.Variance> variances(
      Run run, CaseResult result, Thresholds thresholds) {
    return thresholds.thresholds().stream()
        .filter(thresholds::inPairs)
        .filter(threshold -> threshold.names(result.name(), result.target()))
        .sorted(Comparator.comparing(Threshold::metric))
        .map(threshold -> variance(run, threshold, result, thresholds))
        .flatMap(Optional::stream)
        .distinct()
        .toList();
  }

  private static Optional<EarlierDeployments.Variance> variance(
      Run run, Threshold threshold, CaseResult result, Thresholds thresholds) {
    return new PairedComparison(threshold.metric(), thresholds.validRun(), run.baseline())
        .variance(threshold.asJudged(result))
        .map(
            found ->
                new EarlierDeployments.Variance(
                    EarlierDeployments.key(threshold.metric().id(), threshold.need()),
                    found.variance(),
                    found.freedom(),
                    found.ofPairs()));
  }
}
