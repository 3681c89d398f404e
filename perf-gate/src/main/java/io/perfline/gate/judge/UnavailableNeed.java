package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.thresholds.Threshold;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds limits on a server that the service needs and whose resources can't be read at all, such as
 * those of a server on another machine. A limit on a need that the run doesn't know is different:
 * its name may be wrong, so there is no verdict.
 */
final class UnavailableNeed {

  private UnavailableNeed() {}

  /** Returns the reason why a limit can't be judged; empty if it can, or is on something else. */
  static Optional<Obstacle> reason(Threshold threshold, CaseResult result) {
    Metric metric = threshold.metric();
    if (!metric.ofNeed()) {
      return Optional.empty();
    }
    boolean known = metric.memory().isPresent() ? hasMemory(result) : hasCpu(result);
    return known || result.server() == null || !result.server().lacks(threshold.need())
        ? Optional.empty()
        : Optional.of(
            Obstacle.of(Obstacle.Kind.NOT_AVAILABLE, metric.id(), result.server().source()));
  }

  private static boolean hasCpu(CaseResult result) {
    return (result.server() != null && result.server().needCpu() != null)
        || result.pairs().stream()
            .flatMap(UnavailableNeed::slices)
            .anyMatch(slice -> !slice.needCpuUs().isEmpty());
  }

  private static Stream<Slice> slices(SlicePair pair) {
    return Stream.of(pair.candidate(), pair.baseline());
  }

  private static boolean hasMemory(CaseResult result) {
    return result.memory() != null
        && result.memory().deployments().stream()
            .flatMap(one -> Stream.of(one.candidate(), one.baseline()))
            .filter(Objects::nonNull)
            .anyMatch(build -> !build.needBytes().isEmpty());
  }
}
