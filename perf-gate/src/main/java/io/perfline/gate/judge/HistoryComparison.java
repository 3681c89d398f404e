package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.LoadUnit;
import io.perfline.gate.judge.Obstacle.Kind;
import io.perfline.gate.metric.Dimension;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.MetricSource;
import io.perfline.gate.statistics.ChangePoints;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.HistoryChange;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.statistics.LogValues;
import io.perfline.gate.statistics.RareChange;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.verdict.BaselineContent;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.DoubleStream;

/** Compares a case with earlier runs, beginning with the last change of its level. */
final class HistoryComparison {

  /** A run of the baseline with its value of the metric. */
  private record Earlier(PastCase run, double value) {
    boolean isZero() {
      return value == 0;
    }
  }

  private final Metric metric;
  private final String name;
  private final String whole;
  private final Baseline.Past baseline;
  private final PastRuns past;

  HistoryComparison(Threshold threshold, Baseline.Past baseline, PastRuns past) {
    metric = threshold.metric();
    name = threshold.baseline();
    whole = threshold.of();
    this.baseline = baseline;
    this.past = past;
  }

  /**
   * Compares the candidate with the baseline's runs.
   *
   * @param value the candidate's value of the metric
   */
  Comparison compare(CaseResult candidate, double value, LineError error) {
    List<Earlier> runs = usable(past.of(candidate.name(), candidate.target()), candidate);
    if (runs.size() < baseline.min()) {
      return notTested(runs, null);
    }
    int from = ChangePoints.last(runs.stream().mapToDouble(Earlier::value).toArray());
    List<Earlier> level = runs.subList(from, runs.size());
    if (level.size() < baseline.min()) {
      return notTested(level, level.get(0).run());
    }
    if (!metric.countsErrors() && hasNoPercentage(level, value)) {
      return ofZero(level, value, error);
    }
    LineError.Change change = error.change(each -> estimate(level, candidate, value, each));
    double now = metric.countsErrors() ? 100 * candidate.errorRate() : value;
    BaselineOrigin origin = origin(level, now, LoadUnit.of(candidate));
    return Comparison.of(
        change, origin, new Basis.Runs(level.size(), from > 0, origin.value(), now, origin.unit()));
  }

  /**
   * Returns true if the value or all earlier ones are 0. A count that was 0 in some runs has no
   * percentage either; for a time or size, 0 means less than the resolution.
   */
  private boolean hasNoPercentage(List<Earlier> level, double value) {
    return value == 0
        || level.stream().allMatch(Earlier::isZero)
        || (metric.dimension() == Dimension.COUNT && level.stream().anyMatch(Earlier::isZero));
  }

  /** Compares values of which some are 0, so that the change has no percentage. */
  private Comparison ofZero(List<Earlier> level, double value, LineError error) {
    boolean allZero = level.stream().allMatch(Earlier::isZero);
    if (value == 0 && metric.canBeZero()) {
      double logRatio = allZero ? 0 : PairsOfZero.TO_ZERO;
      Estimate exact = new Estimate(logRatio, logRatio, logRatio, level.size(), "0 is the least");
      return Comparison.of(
          new LineError.Change(exact, exact, error.alarm()),
          withoutValue(level),
          new Basis.RunsOfZero(level.size(), baseline.branch(), allZero));
    }
    return Comparison.none(
        Finding.NOT_MEASURED,
        withoutValue(level),
        level.size(),
        Obstacle.of(
            Kind.RUNS_OF_ZERO,
            metric.id(),
            level.stream().filter(Earlier::isZero).count(),
            level.size(),
            value,
            metric.unit().symbol()));
  }

  private Estimate estimate(List<Earlier> level, CaseResult candidate, double value, double error) {
    if (metric.countsErrors()) {
      return rare(level, candidate, error);
    }
    double[] logs =
        LogValues.of(
            DoubleStream.concat(level.stream().mapToDouble(Earlier::value), DoubleStream.of(value))
                .toArray());
    return HistoryChange.of(Arrays.copyOf(logs, level.size()), logs[level.size()], error);
  }

  /** Returns the newest usable runs, oldest first. It reads no more runs than necessary. */
  private List<Earlier> usable(List<PastCase> runs, CaseResult candidate) {
    Deque<Earlier> usable = new ArrayDeque<>();
    for (int i = runs.size() - 1; i >= 0 && usable.size() < baseline.last(); i--) {
      double value = value(runs.get(i), candidate);
      if (Double.isFinite(value) && (metric.canBeZero() ? value >= 0 : value > 0)) {
        usable.addFirst(new Earlier(runs.get(i), value));
      }
    }
    return List.copyOf(usable);
  }

  private double value(PastCase pastCase, CaseResult candidate) {
    if (metric.isFrom(MetricSource.TWO_TARGETS)) {
      return past.of(candidate.name(), whole).stream()
          .filter(other -> other.run().equals(pastCase.run()))
          .mapToDouble(
              other ->
                  100
                      * pastCase.values().applyAsDouble(Metric.THROUGHPUT)
                      / other.values().applyAsDouble(Metric.THROUGHPUT))
          .findFirst()
          .orElse(Double.NaN);
    }
    return metric.countsErrors()
        ? 100.0 * pastCase.errors() / (pastCase.requests() + pastCase.errors())
        : pastCase.values().applyAsDouble(metric);
  }

  private static Estimate rare(List<Earlier> level, CaseResult candidate, double error) {
    List<PastCase> runs = level.stream().map(Earlier::run).toList();
    return RareChange.of(
        new long[] {candidate.errorCount()},
        candidate.requests() + candidate.errorCount(),
        runs.stream().mapToLong(PastCase::errors).toArray(),
        runs.stream().mapToLong(pastCase -> pastCase.requests() + pastCase.errors()).sum(),
        error);
  }

  /**
   * Returns the result without enough runs.
   *
   * @param since the run with which the level changed; null if it never did
   */
  private Comparison notTested(List<Earlier> runs, PastCase since) {
    Obstacle few =
        since == null
            ? Obstacle.of(
                Kind.TOO_FEW_RUNS, runs.size(), baseline.min(), baseline.branch(), past.leftOut())
            : Obstacle.of(
                Kind.TOO_FEW_RUNS_OF_LEVEL,
                runs.size(),
                baseline.min(),
                since.run(),
                since.commit(),
                baseline.branch());
    return Comparison.none(Finding.NOT_TESTED, withoutValue(runs), runs.size(), few);
  }

  private BaselineOrigin withoutValue(List<Earlier> runs) {
    BaselineContent origin = new BaselineContent.History(past.kept());
    return new BaselineOrigin(name, ids(runs), null, null, metric.unit().symbol(), null, origin);
  }

  private BaselineOrigin origin(List<Earlier> level, double now, LoadUnit unit) {
    double mean =
        metric.countsErrors() || level.stream().anyMatch(Earlier::isZero)
            ? level.stream().mapToDouble(Earlier::value).average().orElse(0)
            : Math.exp(
                level.stream()
                    .mapToDouble(earlier -> Math.log(earlier.value()))
                    .average()
                    .orElse(Double.NaN));
    PastCase first = level.get(0).run();
    return new BaselineOrigin(
        name,
        ids(level),
        mean,
        Double.isFinite(now) ? (Double) now : null,
        metric.countsErrors() ? "%" : metric.unit().symbol(),
        unit,
        new BaselineContent.Runs(
            level.size(), baseline.branch(), first.time(), first.run(), past.kept()));
  }

  private static List<String> ids(List<Earlier> runs) {
    return runs.stream().map(earlier -> earlier.run().run()).toList();
  }
}
