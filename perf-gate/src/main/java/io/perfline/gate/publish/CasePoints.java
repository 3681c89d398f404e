package io.perfline.gate.publish;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Drain;
import io.perfline.core.run.PublishedFigures;
import io.perfline.core.run.Run;
import io.perfline.core.run.Second;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.ServerMemory.Figure;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.statistics.Spread;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

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
        .field(Column.BYTES_PER_S, result.bytes() / result.loadedSeconds())
        .field(Column.REQUESTS, result.requests())
        .field(Column.MESSAGES, result.messages())
        .field(Column.GENERATOR_CPU, known(result.generator().cpu()))
        .field(Column.DRAIN_LOST, drained(result, drain -> (double) drain.missing()))
        .field(Column.DRAIN_MS, drained(result, Drain::timeMs))
        .field(Column.LIVE_SET_BYTES, memory(result, Figure.LIVE_SET))
        .field(Column.GROWTH_BYTES_PER_MSG, memory(result, Figure.GROWTH))
        .field(Column.FOOTPRINT_BYTES, memory(result, Figure.FOOTPRINT))
        .field(Column.HEAP_PEAK_BYTES, memory(result, Figure.HEAP_PEAK))
        .field(Column.FOREIGN_CPU, known(result.generator().foreignCpu()))
        .field(Column.UNDELIVERED, known(result.figures().get(CaseResult.UNDELIVERED)))
        .field(Column.RECOVERY_MS, known(result.figures().get(CaseResult.RECOVERY)));
    result.figures().entrySet().stream()
        .filter(figure -> figure.getKey().startsWith("score."))
        .forEach(figure -> point.field(figure.getKey().replace('.', '_'), figure.getValue()));
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
        .field(Column.SERVER_CPU_US_PER_MSG, cost(result, ServerCost::cpuUs))
        .field(Column.SERVER_CPU_TOTAL_US_PER_MSG, cost(result, ServerCost::cpuTotalUs))
        .field(Column.SERVER_ALLOCATED_BYTES_PER_MSG, cost(result, ServerCost::allocatedBytes))
        .field(Column.THROUGHPUT_PER_S, result.throughputPerS())
        .field(Column.ERRORS, result.errorCount())
        .field(Column.ERROR_RATE, result.errorRate())
        .field(Column.VALID, result.valid());
    spread(point, result, seconds);
    return times(point, result.times());
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

  private static SchemaPoint times(SchemaPoint point, TimeDistribution response) {
    return point
        .field(Column.MEAN_MS, response.meanUs() / 1000)
        .field(Column.P50_MS, response.percentileUs(50) / 1000)
        .field(Column.P90_MS, response.percentileUs(90) / 1000)
        .field(Column.P95_MS, response.percentileUs(95) / 1000)
        .field(Column.P99_MS, response.percentileUs(99) / 1000)
        .field(Column.MAX_MS, response.maxUs() / 1000);
  }

  /** Returns the cost per message, or NaN (which is not written) if it was not measured. */
  private static double cost(CaseResult result, Function<ServerCost, Double> what) {
    return result.server() == null
        ? Double.NaN
        : known(what.apply(result.server())) / result.messages();
  }

  private static double memory(CaseResult result, Figure figure) {
    return result.memory() == null ? Double.NaN : result.memory().ofCandidate(figure);
  }

  private static double drained(CaseResult result, ToDoubleFunction<Drain> figure) {
    return result.drain() == null ? Double.NaN : figure.applyAsDouble(result.drain());
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
