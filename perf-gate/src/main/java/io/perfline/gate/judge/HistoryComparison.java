package io.perfline.gate.judge;

import io.perfline.gate.run.Case;
import io.perfline.gate.statistics.ChangePoints;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.HistoryChange;
import io.perfline.gate.statistics.RareChange;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;
import java.util.ArrayList;
import java.util.List;

/** Compares a case with earlier runs: those since its level last changed. */
final class HistoryComparison {

  private final Metric metric;
  private final String name;
  private final Baseline.Past baseline;
  private final PastRuns past;

  HistoryComparison(Metric metric, String name, Baseline.Past baseline, PastRuns past) {
    this.metric = metric;
    this.name = name;
    this.baseline = baseline;
    this.past = past;
  }

  /**
   * Compares.
   *
   * @param value what the candidate measured of the metric
   */
  Comparison compare(Case candidate, double value, double error) {
    List<PastCase> runs = usable(past.of(candidate.name(), candidate.target()), candidate);
    if (runs.size() < baseline.min()) {
      return notTested(
          runs, "%d of at least %d runs%s".formatted(runs.size(), baseline.min(), leftOut()));
    }
    double[] series = runs.stream().mapToDouble(run -> value(run, candidate)).toArray();
    int from = ChangePoints.last(series);
    List<PastCase> level = runs.subList(from, runs.size());
    if (level.size() < baseline.min()) {
      return notTested(
          level,
          "%d of at least %d runs since the level changed with run %s, commit %s"
              .formatted(level.size(), baseline.min(), level.get(0).run(), level.get(0).commit()));
    }
    Estimate estimate =
        metric.countsErrors()
            ? rare(level, candidate, error)
            : HistoryChange.of(logs(level, candidate), Math.log(value), error);
    String told = "%d runs%s".formatted(level.size(), from == 0 ? "" : " since its level changed");
    return Comparison.of(estimate, origin(level, candidate), told);
  }

  private List<PastCase> usable(List<PastCase> runs, Case candidate) {
    List<PastCase> usable = new ArrayList<>();
    for (PastCase run : runs) {
      double value = value(run, candidate);
      if (Double.isFinite(value) && (metric.countsErrors() ? value >= 0 : value > 0)) {
        usable.add(run);
      }
    }
    return usable.subList(Math.max(0, usable.size() - baseline.last()), usable.size());
  }

  private double value(PastCase run, Case candidate) {
    if (metric == Metric.EFFICIENCY) {
      return past.of(candidate.name(), "direct").stream()
          .filter(direct -> direct.run().equals(run.run()))
          .mapToDouble(
              direct ->
                  100
                      * run.values().applyAsDouble(Metric.THROUGHPUT)
                      / direct.values().applyAsDouble(Metric.THROUGHPUT))
          .findFirst()
          .orElse(Double.NaN);
    }
    return metric.countsErrors()
        ? 100.0 * run.errors() / (run.requests() + run.errors())
        : run.values().applyAsDouble(metric);
  }

  private double[] logs(List<PastCase> runs, Case candidate) {
    return runs.stream().mapToDouble(run -> Math.log(value(run, candidate))).toArray();
  }

  private static Estimate rare(List<PastCase> runs, Case candidate, double error) {
    return RareChange.of(
        new long[] {candidate.errorCount()},
        candidate.requests() + candidate.errorCount(),
        runs.stream().mapToLong(PastCase::errors).toArray(),
        runs.stream().mapToLong(run -> run.requests() + run.errors()).sum(),
        error);
  }

  private Comparison notTested(List<PastCase> runs, String why) {
    return Comparison.none(
        Finding.NOT_TESTED,
        new BaselineOrigin(
            name,
            "history",
            runs.stream().map(PastCase::run).toList(),
            null,
            metric.unit().symbol(),
            why),
        runs.size(),
        "not tested: " + why);
  }

  private String leftOut() {
    return past.leftOut().isEmpty() ? "" : " (" + past.leftOut() + ")";
  }

  private BaselineOrigin origin(List<PastCase> level, Case candidate) {
    double mean =
        metric.countsErrors()
            ? level.stream().mapToDouble(run -> value(run, candidate)).average().orElse(0)
            : Math.exp(
                level.stream()
                    .mapToDouble(run -> Math.log(value(run, candidate)))
                    .average()
                    .orElse(Double.NaN));
    PastCase first = level.get(0);
    return new BaselineOrigin(
        name,
        "history",
        level.stream().map(PastCase::run).toList(),
        mean,
        metric.unit().symbol(),
        "%d runs of %s from %s on (%s)"
            .formatted(level.size(), baseline.branch(), first.time(), first.run()));
  }
}
