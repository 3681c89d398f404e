package io.perfline.gate.publish;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.MetricSource;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A run and its verdict as metrics. Only {@code perfline.run.info} has the run and the commit as
 * attributes, because on every metric they would create new time series with each build.
 *
 * @param time the time stamp of all values: the end of the run
 */
record RunMetrics(Instant time, List<Value> values) {

  /**
   * One value of a metric.
   *
   * @param attributes the attributes in OpenTelemetry, or labels in Prometheus, sorted by name
   */
  record Value(ExportedMetric metric, SortedMap<String, String> attributes, double value) {}

  private static final List<Integer> PERCENTILES = List.of(50, 90, 95, 99);
  private static final double MICROS_PER_SECOND = 1e6;

  RunMetrics {
    values = List.copyOf(values);
  }

  static RunMetrics of(Run run, Optional<Verdict> verdict) {
    Collector all =
        new Collector(
            Map.of(
                "branch", run.branch(),
                "environment", run.environment().name(),
                "profile", run.profile()));
    all.add(
        ExportedMetric.RUN_INFO,
        Map.of("run", run.run(), "build", run.build(), "commit", run.commit()),
        1);
    all.add(ExportedMetric.RUN_START, Map.of(), run.started().toEpochMilli() / 1e3);
    all.add(
        ExportedMetric.RUN_DURATION,
        Map.of(),
        Duration.between(run.started(), run.ended()).toMillis() / 1e3);
    run.cases().stream()
        .filter(result -> result.unchanged() == null) // it was not measured
        .forEach(result -> add(all, result));
    verdict.ifPresent(decided -> add(all, decided));
    return new RunMetrics(run.ended(), all.values);
  }

  private static void add(Collector all, CaseResult result) {
    Map<String, String> which = Map.of("case", result.name(), "target", result.target());
    all.add(ExportedMetric.CASE_VALID, which, result.valid() ? 1 : 0);
    addTimes(all, ExportedMetric.CASE_RESPONSE_TIME, which, result.responseTime());
    addTimes(all, ExportedMetric.CASE_SERVICE_TIME, which, result.serviceTime());
    if (!result.benchmark()) {
      all.add(ExportedMetric.CASE_REQUESTS, which, result.requests());
      all.add(ExportedMetric.CASE_ERRORS, which, result.errorCount());
      all.add(ExportedMetric.CASE_ERROR_RATE, which, result.errorRate());
    }
    ExportedMetric.metrics().stream()
        .filter(metric -> !result.benchmark() || !metric.isFrom(MetricSource.REQUESTS))
        .forEach(metric -> add(all, metric, which, result));
    result
        .figures()
        .forEach(
            (name, value) ->
                all.add(ExportedMetric.CASE_FIGURE, with(which, "figure", name), value));
  }

  /** Adds a metric, which has a value for each need if it is measured on these. */
  private static void add(
      Collector all, Metric metric, Map<String, String> which, CaseResult result) {
    ExportedMetric exported = ExportedMetric.of(metric);
    if (!metric.ofNeed()) {
      all.add(exported, which, ExportedMetric.value(metric, metric.of(result)));
      return;
    }
    for (String need : needs(result)) {
      double value = metric.of(result.ofNeed(need));
      all.add(exported, with(which, "need", need), ExportedMetric.value(metric, value));
    }
  }

  private static Set<String> needs(CaseResult result) {
    Set<String> needs = new TreeSet<>();
    if (result.server() != null) {
      needs.addAll(result.server().needCpuUs().keySet());
    }
    if (result.memory() != null) {
      result.memory().deployments().stream()
          .map(ServerMemory.OfDeployment::candidate)
          .filter(Objects::nonNull)
          .forEach(candidate -> needs.addAll(candidate.needBytes().keySet()));
    }
    return needs;
  }

  private static void addTimes(
      Collector all, ExportedMetric metric, Map<String, String> which, TimeDistribution times) {
    if (times == null || times.count() == 0) {
      return;
    }
    all.add(metric, with(which, "statistic", "mean"), times.meanUs() / MICROS_PER_SECOND);
    for (int percentile : PERCENTILES) {
      all.add(
          metric,
          with(which, "statistic", "p" + percentile),
          times.percentileUs(percentile) / MICROS_PER_SECOND);
    }
    all.add(metric, with(which, "statistic", "max"), times.maxUs() / MICROS_PER_SECOND);
  }

  private static void add(Collector all, Verdict verdict) {
    all.add(ExportedMetric.RUN_OUTCOME, Map.of(), verdict.outcome().severity());
    for (VerdictPoints.JudgedLine judged : VerdictPoints.judged(verdict)) {
      Line line = judged.line();
      Map<String, String> which =
          Map.of(
              "threshold", judged.threshold(),
              "case", line.caseName(),
              "target", line.target() == null ? "none" : line.target(),
              "metric", line.metric());
      all.add(ExportedMetric.THRESHOLD_OUTCOME, which, line.outcome().severity());
      Map<String, String> inUnit = with(which, "unit", line.unit());
      if (line.value() != null) {
        all.add(ExportedMetric.THRESHOLD_VALUE, inUnit, line.value());
      }
      line.bound().ifPresent(limit -> all.add(ExportedMetric.THRESHOLD_LIMIT, inUnit, limit));
    }
  }

  private static Map<String, String> with(Map<String, String> map, String name, String value) {
    Map<String, String> more = new TreeMap<>(map);
    more.put(name, value);
    return more;
  }

  /** Collects values with common attributes. Values that are NaN or infinite are left out. */
  private static final class Collector {

    private final Map<String, String> common;
    private final List<Value> values = new ArrayList<>();

    Collector(Map<String, String> common) {
      this.common = common;
    }

    void add(ExportedMetric metric, Map<String, String> attributes, double value) {
      if (Double.isFinite(value)) {
        SortedMap<String, String> all = new TreeMap<>(common);
        all.putAll(attributes);
        values.add(new Value(metric, Collections.unmodifiableSortedMap(all), value));
      }
    }
  }
}
