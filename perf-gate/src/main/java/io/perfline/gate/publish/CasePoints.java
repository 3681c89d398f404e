package io.perfline.gate.publish;

import io.perfline.core.run.Case;
import io.perfline.core.run.Drain;
import io.perfline.core.run.Run;
import io.perfline.core.run.Second;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.compare.Spread;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Schema;
import io.perfline.gate.influx.SchemaPoint;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The cases of a run as points, at the instant at which the run started. */
public final class CasePoints {

  private CasePoints() {}

  /**
   * @param seconds of each case, which tell how sure its figures are; a case may have none
   */
  public static List<String> of(Run run, Map<Case, List<Second>> seconds) {
    return run.cases().stream()
        .map(measured -> point(run, measured, seconds.getOrDefault(measured, List.of())))
        .toList();
  }

  /** The same once more, to be found by their run. */
  public static List<String> byRun(Run run, Map<Case, List<Second>> seconds) {
    return run.cases().stream()
        .map(measured -> byRun(run, measured, seconds.getOrDefault(measured, List.of())))
        .toList();
  }

  private static String byRun(Run run, Case measured, List<Second> seconds) {
    SchemaPoint point =
        SchemaPoint.of(Schema.PERF_RUN, run.started())
            .tag(Column.RUN, run.run())
            .tag(Column.BRANCH, run.branch())
            .tag(Column.ENVIRONMENT, run.environment().name())
            .tag(Column.PROFILE, run.profile())
            .tag(Column.SIMULATION, measured.simulation())
            .tag(Column.CASE, measured.name())
            .tag(Column.TARGET, measured.target());
    return figures(point, run, measured, seconds).line();
  }

  private static String point(Run run, Case measured, List<Second> seconds) {
    SchemaPoint point =
        SchemaPoint.of(Schema.PERF_CASE, run.started())
            .tag(Column.BRANCH, run.branch())
            .tag(Column.ENVIRONMENT, run.environment().name())
            .tag(Column.PROFILE, run.profile())
            .tag(Column.SIMULATION, measured.simulation())
            .tag(Column.CASE, measured.name())
            .tag(Column.TARGET, measured.target())
            .tag(Column.VALIDITY, measured.valid() ? "" : "invalid")
            .field(Column.RUN, run.run())
            .field(Column.BUILD, run.build())
            .field(Column.COMMIT, run.commit())
            .field(Column.FINGERPRINT, run.environment().fingerprint())
            .field(Column.BYTES_PER_S, measured.bytes() / measured.loadedSeconds())
            .field(Column.REQUESTS, measured.requests())
            .field(Column.MESSAGES, measured.messages())
            .field(Column.GENERATOR_CPU, known(measured.generator().cpu()))
            .field(Column.DRAIN_LOST, drained(measured, drain -> (double) drain.missing()))
            .field(Column.DRAIN_MS, drained(measured, Drain::timeMs))
            .field(Column.FOREIGN_CPU, known(measured.generator().foreignCpu()))
            .field(Column.UNDELIVERED, known(measured.figures().get(Case.UNDELIVERED)))
            .field(Column.RECOVERY_MS, known(measured.figures().get(Case.RECOVERY)));
    if (measured.serviceTime() != null) {
      point.longField(Column.SERVICE_HISTOGRAM, measured.serviceTime().encoded());
    }
    if (measured.responseTime() != null) {
      point.longField(Column.HISTOGRAM, measured.responseTime().encoded());
    }
    Sweep.of(measured.name())
        .ifPresent(
            sweep ->
                point
                    .field(Column.SWEEP, sweep.name())
                    .field(Column.SWEEP_VALUE, sweep.number().orElse(Double.NaN)));
    return figures(point, run, measured, seconds).line();
  }

  private static SchemaPoint figures(
      SchemaPoint point, Run run, Case measured, List<Second> seconds) {
    RunWindow.of(run)
        .mark(point)
        .field(Column.SERVER_CPU_US_PER_MSG, cost(measured, ServerCost::cpuUs))
        .field(Column.SERVER_ALLOCATED_BYTES_PER_MSG, cost(measured, ServerCost::allocatedBytes))
        .field(Column.THROUGHPUT_PER_S, measured.throughputPerS())
        .field(Column.ERRORS, measured.errorCount())
        .field(Column.ERROR_RATE, measured.errorRate())
        .field(Column.VALID, measured.valid());
    spread(point, measured, seconds);
    return times(point, measured.times());
  }

  /** The intervals of the figures, from how they scatter within the case. */
  private static void spread(SchemaPoint point, Case measured, List<Second> seconds) {
    Spread.throughput(measured.throughputPerS(), seconds)
        .ifPresent(
            spread ->
                point
                    .field(Column.THROUGHPUT_LOW_PER_S, spread.low())
                    .field(Column.THROUGHPUT_HIGH_PER_S, spread.high()));
    Spread.percentile(95, measured.times(), seconds)
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

  /** Of a message; NaN, which is not written, when the server couldn't be asked. */
  private static double cost(Case measured, Function<ServerCost, Double> what) {
    return measured.server() == null
        ? Double.NaN
        : known(what.apply(measured.server())) / measured.messages();
  }

  private static double drained(Case measured, ToDoubleFunction<Drain> figure) {
    return measured.drain() == null ? Double.NaN : figure.applyAsDouble(measured.drain());
  }

  private static double known(Double figure) {
    return figure == null ? Double.NaN : figure;
  }
}
