package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.ServerMemory.Figure;
import io.perfline.core.run.ServerMemory.OfBuild;
import io.perfline.core.run.ServerMemory.OfDeployment;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.DeploymentChange;
import io.perfline.gate.statistics.DeploymentVariance;
import io.perfline.gate.statistics.ErrorSpending;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.PairedChange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares both builds in a metric of memory, which has one value per deployment. Growth is
 * compared by its difference in bytes per message, because it is close to 0 in a build without a
 * leak; the other metrics are compared by their ratio.
 */
final class MemoryComparison {

  /**
   * The assumed standard deviation of the live sets of deployments, as a log ratio, while it is
   * unknown.
   */
  private static final double GREATEST_OF_LIVE_SETS = 0.02;

  /**
   * The assumed standard deviation of live sets of one process, relative to their size, while it is
   * unknown.
   */
  private static final double GREATEST_WITHIN_PROCESS = 0.001;

  private final Metric metric;
  private final Figure figure;
  private final CaseResult result;
  private final List<OfDeployment> deployments;

  MemoryComparison(Metric metric, CaseResult result) {
    this.metric = metric;
    figure = metric.memory().orElseThrow();
    this.result = result;
    deployments = result.memory() == null ? List.of() : result.memory().deployments();
  }

  /**
   * Returns the reason why neither server of the case has the metric; empty if at least one of them
   * has it, or if a reading failed.
   */
  Optional<Obstacle> unavailable() {
    ServerMemory memory = result.memory();
    boolean isMeasured =
        deployments.stream()
            .flatMap(one -> Stream.of(one.candidate(), one.baseline()))
            .filter(Objects::nonNull)
            .anyMatch(figure::isKnown);
    boolean failed = deployments.stream().anyMatch(MemoryComparison::isFailed);
    boolean ofNeed = figure == Figure.NEED_FOOTPRINT; // see UnavailableNeed
    return memory == null || isMeasured || failed || ofNeed
        ? Optional.empty()
        : Optional.of(Obstacle.of(Obstacle.Kind.NOT_AVAILABLE, metric.id(), memory.source()));
  }

  /** Returns the reason why the metric is not known in all deployments; empty if it is. */
  Optional<Obstacle> problem() {
    if (result.memory() == null) {
      return Optional.of(Obstacle.of(Obstacle.Kind.MEMORY_UNREAD, metric.id()));
    }
    Set<Integer> missing =
        result.pairs().stream()
            .map(SlicePair::deployment)
            .collect(Collectors.toCollection(TreeSet::new));
    for (OfDeployment one : deployments) {
      if (!isFailed(one)
          && isMeasured(one.value(figure, true))
          && isMeasured(one.value(figure, false))) {
        missing.remove(one.deployment());
      }
    }
    return missing.isEmpty() && !deployments.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Obstacle.of(Obstacle.Kind.NO_MEMORY, metric.id(), missing, result.memory().source()));
  }

  private boolean isMeasured(double value) {
    return Double.isFinite(value) && (value > 0 || metric.difference());
  }

  /** Returns the mean of one build over all deployments. */
  double level(boolean ofCandidate) {
    return mean(one -> one.value(figure, ofCandidate));
  }

  Estimate change(ErrorSpending spending) {
    return DeploymentChange.of(
        changes(), greatest(), DeploymentVariances.expected(result, metric), spending);
  }

  DeploymentVariance variance() {
    return DeploymentVariance.of(changes());
  }

  private double[] changes() {
    return deployments.stream()
        .mapToDouble(
            one ->
                metric.difference()
                    ? one.value(figure, true) - one.value(figure, false)
                    : Math.log(one.value(figure, true) / one.value(figure, false)))
        .toArray();
  }

  /** Returns the standard deviation of deployments that is assumed while it is unknown. */
  private double greatest() {
    return switch (metric) {
      case GROWTH -> mean(one -> GREATEST_WITHIN_PROCESS * scatterOfGrowth(one));
      case LIVE_SET -> GREATEST_OF_LIVE_SETS;
      default -> PairedChange.GREATEST_EFFECT;
    };
  }

  private double mean(ToDoubleFunction<OfDeployment> value) {
    return deployments.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  /**
   * Returns the error of the difference of both growths if all live sets had independent errors, as
   * a multiple of their relative error.
   */
  private static double scatterOfGrowth(OfDeployment one) {
    return Math.sqrt(2) * Math.hypot(perMessage(one.candidate()), perMessage(one.baseline()));
  }

  private static double perMessage(OfBuild build) {
    int count = build.liveSets().size();
    double min = Double.POSITIVE_INFINITY;
    for (int i = 1; i < count; i++) {
      long messages = build.liveSets().get(i).messages() - build.liveSets().get(i - 1).messages();
      min = Math.min(min, messages);
    }
    return build.liveSets().get(count - 1).bytes() / min;
  }

  private static boolean isFailed(OfDeployment one) {
    return one.candidate() == null || one.baseline() == null;
  }
}
