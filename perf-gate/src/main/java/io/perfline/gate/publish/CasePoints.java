package io.perfline.gate.publish;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.PublishedFigures;
import io.perfline.core.run.Run;
import io.perfline.core.run.Second;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.Spread;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * Makes points of the cases of a run, with its start as time stamp, and of the published figures.
 */
public final class CasePoints {

  /**
   * The approximate time of the figures' publication. It is fixed, so that publishing always writes
   * the same points.
   */
  private static final Instant TIME = Instant.parse("2014-01-01T00:00:00Z");

  private CasePoints() {}

  /**
   * Makes one point per case.
   *
   * @param seconds the seconds of each case, from which its intervals are computed; a case may have
   *     none
   */
  public static List<String> of(Run run, Map<CaseResult, List<Second>> seconds) {
    return run.cases().stream()
        .map(result -> point(run, result, seconds.getOrDefault(result, List.of())))
        .toList();
  }

  /** Makes points of the measured cases with the run as a tag. */
  public static List<String> byRun(Run run, Map<CaseResult, List<Second>> seconds) {
    return run.cases().stream()
        .filter(result -> result.unchanged() == null)
        .map(result -> byRun(run, result, seconds.getOrDefault(result, List.of())))
        .toList();
  }

  private static String byRun(Run run, CaseResult result, List<Second> seconds) {
    SchemaPoint point = begin(InfluxSchema.PERF_RUN, run, result).tag(Column.RUN, run.run());
    return figures(point, run, result, seconds).line();
  }

  private static SchemaPoint begin(InfluxSchema schema, Run run, CaseResult result) {
    return SchemaPoint.of(schema, run.started())
        .tag(Column.BRANCH, run.branch())
        .tag(Column.ENVIRONMENT, run.environment().name())
        .tag(Column.PROFILE, run.profile())
        .tag(Column.SIMULATION, result.simulation())
        .tag(Column.CASE, result.name())
        .tag(Column.TARGET, result.target());
  }

  private static String point(Run run, CaseResult result, List<Second> seconds) {
    SchemaPoint point =
        begin(InfluxSchema.PERF_CASE, run, result)
            .tag(Column.VALIDITY, validity(result))
            .field(Column.RUN, run.run())
            .field(Column.BUILD, run.build())
            .field(Column.COMMIT, run.commit())
            .field(Column.FINGERPRINT, run.environment().fingerprint());
    if (result.unchanged() != null) {
      return RunWindow.of(run).mark(point).field(Column.VALID, false).line();
    }
    point
        .field(Column.REQUESTS, result.requests())
        .field(Column.MESSAGES, result.messages())
        .field(Column.GENERATOR_CPU, known(result.generator().cpu()))
        .field(Column.FOREIGN_CPU, known(result.generator().foreignCpu()));
    metrics(point, result, metric -> !metric.onRunPage());
    if (result.serviceTime() != null) {
      point.longField(Column.SERVICE_HISTOGRAM, result.serviceTime().encoded());
    }
    if (result.responseTime() != null) {
      point.longField(Column.HISTOGRAM, result.responseTime().encoded());
    }
    Sweep.of(result.name())
        .ifPresent(
            sweep ->
                point
                    .field(Column.SWEEP, sweep.name())
                    .field(Column.SWEEP_VALUE, sweep.number().orElse(Double.NaN)));
    return figures(point, run, result, seconds).line();
  }

  private static String validity(CaseResult result) {
    if (result.unchanged() != null) {
      return InfluxSchema.UNCHANGED;
    }
    return result.valid() ? "" : InfluxSchema.INVALID;
  }

  private static SchemaPoint figures(
      SchemaPoint point, Run run, CaseResult result, List<Second> seconds) {
    RunWindow.of(run)
        .mark(point)
        .field(Column.ERRORS, result.errorCount())
        .field(Column.ERROR_RATE, result.errorRate())
        .field(Column.VALID, result.valid());
    metrics(point, result, Metric::onRunPage);
    spread(point, result, seconds);
    return point;
  }

  /** Adds the metrics that have a column; those that are NaN are not written. */
  private static void metrics(SchemaPoint point, CaseResult result, Predicate<Metric> which) {
    Arrays.stream(Metric.values())
        .filter(which)
        .forEach(
            metric ->
                metric.column().ifPresent(column -> point.field(column, metric.inColumn(result))));
  }

  /** Adds the intervals, which come from the scatter within the case. */
  private static void spread(SchemaPoint point, CaseResult result, List<Second> seconds) {
    Spread.throughput(result.throughputPerS(), seconds)
        .ifPresent(
            spread ->
                point
                    .field(Column.THROUGHPUT_LOW_PER_S, spread.low())
                    .field(Column.THROUGHPUT_HIGH_PER_S, spread.high()));
    Spread.percentile(95, result.times(), seconds)
        .ifPresent(
            spread ->
                point
                    .field(Column.P95_LOW_MS, spread.low())
                    .field(Column.P95_HIGH_MS, spread.high()));
  }

  private static double known(Double figure) {
    return figure == null ? Double.NaN : figure;
  }

  /**
   * The period that a dashboard shows for a run when it is opened by a link with {@code time} and
   * {@code time.window}. It is a tenth longer than the run, and at least 10 s.
   *
   * @param middleMs the middle of the period, in milliseconds since 1970
   * @param lengthMs the length of the period in milliseconds
   */
  record RunWindow(long middleMs, long lengthMs) {

    private static final long SHORTEST_MS = 10_000;

    static RunWindow of(Run run) {
      long length = Duration.between(run.started(), run.ended()).toMillis();
      return new RunWindow(
          run.started().toEpochMilli() + length / 2, Math.max(SHORTEST_MS, length + length / 10));
    }

    SchemaPoint mark(SchemaPoint point) {
      return point.field(Column.RUN_MIDDLE_MS, middleMs).field(Column.RUN_WINDOW_MS, lengthMs);
    }
  }

  /**
   * The position of a case in its sweep, which is the horizontal axis of charts: {@code
   * kafka/batch_size/256} is at 256 in the sweep {@code batch_size}.
   */
  record Sweep(String name, String value) {

    static Optional<Sweep> of(String caseName) {
      String[] parts = caseName.split("/", 3);
      return parts.length == 3 ? Optional.of(new Sweep(parts[1], parts[2])) : Optional.empty();
    }

    /** Returns the value as a number; empty for values such as a consistency level. */
    OptionalDouble number() {
      return value.matches("[0-9]+(\\.[0-9]+)?")
          ? OptionalDouble.of(Double.parseDouble(value))
          : OptionalDouble.empty();
    }
  }

  public static List<String> published() {
    return PublishedFigures.throughput().entrySet().stream()
        .map(CasePoints::publishedPoint)
        .toList();
  }

  private static String publishedPoint(Map.Entry<String, Double> figure) {
    CasePoints.Sweep sweep = CasePoints.Sweep.of(figure.getKey()).orElseThrow();
    return SchemaPoint.of(InfluxSchema.PERF_PUBLISHED, TIME)
        .tag(Column.SIMULATION, CaseResult.simulation(figure.getKey()))
        .tag(Column.CASE, figure.getKey())
        .field(Column.SWEEP_VALUE, sweep.number().orElse(Double.NaN))
        .field(Column.THROUGHPUT_PER_S, figure.getValue())
        .line();
  }
}
