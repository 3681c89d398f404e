package io.perfline.gate.publish;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Drain;
import io.perfline.core.run.Run;
import io.perfline.core.run.Second;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.compare.Spread;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxSchema;
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
  public static List<String> of(Run run, Map<CaseResult, List<Second>> seconds) {
    return run.cases().stream()
        .map(result -> point(run, result, seconds.getOrDefault(result, List.of())))
        .toList();
  }

  /** The same once more, to be found by their run. */
  public static List<String> byRun(Run run, Map<CaseResult, List<Second>> seconds) {
    return run.cases().stream()
        .map(result -> byRun(run, result, seconds.getOrDefault(result, List.of())))
        .toList();
  }

  private static String byRun(Run run, CaseResult result, List<Second> seconds) {
    SchemaPoint point =
        SchemaPoint.of(InfluxSchema.PERF_RUN, run.started())
            .tag(Column.RUN, run.run())
            .tag(Column.BRANCH, run.branch())
            .tag(Column.ENVIRONMENT, run.environment().name())
            .tag(Column.PROFILE, run.profile())
            .tag(Column.SIMULATION, result.simulation())
            .tag(Column.CASE, result.name())
            .tag(Column.TARGET, result.target());
    return figures(point, run, result, seconds).line();
  }

  private static String point(Run run, CaseResult result, List<Second> seconds) {
    SchemaPoint point =
        SchemaPoint.of(InfluxSchema.PERF_CASE, run.started())
            .tag(Column.BRANCH, run.branch())
            .tag(Column.ENVIRONMENT, run.environment().name())
            .tag(Column.PROFILE, run.profile())
            .tag(Column.SIMULATION, result.simulation())
            .tag(Column.CASE, result.name())
            .tag(Column.TARGET, result.target())
            .tag(Column.VALIDITY, result.valid() ? "" : "invalid")
            .field(Column.RUN, run.run())
            .field(Column.BUILD, run.build())
            .field(Column.COMMIT, run.commit())
            .field(Column.FINGERPRINT, run.environment().fingerprint())
            .field(Column.BYTES_PER_S, result.bytes() / result.loadedSeconds())
            .field(Column.REQUESTS, result.requests())
            .field(Column.MESSAGES, result.messages())
            .field(Column.GENERATOR_CPU, known(result.generator().cpu()))
            .field(Column.DRAIN_LOST, drained(result, drain -> (double) drain.missing()))
            .field(Column.DRAIN_MS, drained(result, Drain::timeMs))
            .field(Column.FOREIGN_CPU, known(result.generator().foreignCpu()))
            .field(Column.UNDELIVERED, known(result.figures().get(CaseResult.UNDELIVERED)))
            .field(Column.RECOVERY_MS, known(result.figures().get(CaseResult.RECOVERY)));
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

  /** The intervals of the figures, from how they scatter within the case. */
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

  /** Of a message; NaN, which is not written, when the server couldn't be asked. */
  private static double cost(CaseResult result, Function<ServerCost, Double> what) {
    return result.server() == null
        ? Double.NaN
        : known(what.apply(result.server())) / result.messages();
  }

  private static double drained(CaseResult result, ToDoubleFunction<Drain> figure) {
    return result.drain() == null ? Double.NaN : figure.applyAsDouble(result.drain());
  }

  private static double known(Double figure) {
    return figure == null ? Double.NaN : figure;
  }
}
