package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds reasons why a case cannot be judged by a threshold. */
final class InvalidityReasons {

  private final Thresholds thresholds;
  private final CaseValidity validity;

  InvalidityReasons(Thresholds thresholds, CaseValidity validity) {
    this.thresholds = thresholds;
    this.validity = validity;
  }

  /**
   * Returns the line with the reason; empty if the case can be judged.
   *
   * @param whole the whole of an efficiency; null if it was not measured
   */
  Optional<Line> of(LineBuilder lines, Threshold threshold, CaseResult result, CaseResult whole) {
    long samples = CaseMetrics.samples(threshold.metric(), result);
    List<String> problems = problems(threshold, result, whole);
    if (!problems.isEmpty()) {
      return Optional.of(lines.without(Finding.NOT_MEASURED, samples, String.join("; ", problems)));
    }
    Optional<String> failures = validity.failures(result, threshold.metric());
    if (failures.isPresent()) {
      return failures.map(why -> lines.without(Finding.REQUESTS_FAILED, samples, why));
    }
    return tooFew(threshold, result).map(why -> lines.without(Finding.NOT_MEASURED, samples, why));
  }

  private static Optional<String> tooFew(Threshold threshold, CaseResult result) {
    long samples = CaseMetrics.samples(threshold.metric(), result);
    return samples >= threshold.minSamples()
        ? Optional.empty()
        : Optional.of(
            "%d requests are too few, it takes %d".formatted(samples, threshold.minSamples()));
  }

  private List<String> problems(Threshold threshold, CaseResult result, CaseResult whole) {
    Metric metric = threshold.metric();
    List<String> problems = new ArrayList<>(validity.problems(result, metric));
    if (!thresholds.inPairs(threshold)) {
      // A busy machine loses nothing, and the baseline's pairs would show failures that it causes.
      boolean whereverBusy =
          metric == Metric.DRAIN_LOST || (metric.countsErrors() && !result.pairs().isEmpty());
      if (!whereverBusy) {
        problems.addAll(validity.foreign(result)); // pairs cancel it
      }
      if (metric.serverCost() && !Double.isFinite(CaseMetrics.value(metric, result))) {
        problems.add(
            "%s was not measured: %s".formatted(metric.word(), CaseMetrics.costSource(result)));
      }
    }
    if (metric.ofConsumers() && result.consumer() == null) {
      problems.add("%s was not measured: its load names no group".formatted(metric.word()));
    }
    if (metric.figure()
        ? !result.figures().containsKey(metric.word())
        : result.origin() != null && result.benchmark()) {
      problems.add(
          "%s was not measured: the case has %s"
              .formatted(
                  metric.word(),
                  result.figures().isEmpty()
                      ? "no such figure"
                      : String.join(", ", new TreeSet<>(result.figures().keySet()))));
    }
    if (metric == Metric.EFFICIENCY) {
      if (whole == null) {
        problems.add("the same case with the target %s was not measured".formatted(threshold.of()));
      } else {
        Stream.of(
                validity.problems(whole, metric).stream(),
                validity.foreign(whole).stream(),
                validity.failures(whole, metric).stream(),
                tooFew(threshold, whole).stream())
            .flatMap(Function.identity())
            .forEach(problem -> problems.add(threshold.of() + ": " + problem));
      }
    }
    return problems;
  }
}
