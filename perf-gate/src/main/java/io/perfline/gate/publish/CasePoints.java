package io.perfline.gate.publish;

import io.perfline.core.run.Case;
import io.perfline.core.run.Run;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.compare.Spread;
import java.time.Duration;
import java.util.List;
import java.util.Map;

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
            .tag("run", run.run())
            .tag("branch", run.branch())
            .tag("environment", run.environment().name())
            .tag("profile", run.profile())
            .tag("simulation", measured.simulation())
            .tag("case", measured.name())
            .tag("target", measured.target());
    return figures(point, measured, seconds).line();
  }

  private static String point(Run run, Case measured, List<Second> seconds) {
    SchemaPoint point =
        SchemaPoint.of(Schema.PERF_CASE, run.started())
            .tag("branch", run.branch())
            .tag("environment", run.environment().name())
            .tag("profile", run.profile())
            .tag("simulation", measured.simulation())
            .tag("case", measured.name())
            .tag("target", measured.target())
            .tag("validity", measured.valid() ? "" : "invalid")
            .field("run", run.run())
            .field("build", run.build())
            .field("commit", run.commit())
            .field("fingerprint", run.environment().fingerprint())
            .field("bytes_per_s", measured.bytes() / seconds(measured))
            .field("requests", measured.requests())
            .field("messages", measured.messages())
            .field("generator_cpu", measured.generator().cpu())
            .longField("histogram", measured.responseTime().encoded())
            .longField("service_histogram", measured.serviceTime().encoded());
    Sweep.of(measured.name())
        .ifPresent(
            sweep ->
                point
                    .field("sweep", sweep.name())
                    .field("sweep_value", sweep.number().orElse(Double.NaN)));
    return figures(point, measured, seconds).line();
  }

  private static SchemaPoint figures(SchemaPoint point, Case measured, List<Second> seconds) {
    point
        .field("throughput_per_s", measured.throughputPerS())
        .field("errors", measured.errorCount())
        .field("error_rate", measured.errorRate())
        .field("valid", measured.valid());
    spread(point, measured, seconds);
    return times(point, measured.responseTime());
  }

  /** The intervals of the figures, from how they scatter within the case. */
  private static void spread(SchemaPoint point, Case measured, List<Second> seconds) {
    Spread.throughput(measured.throughputPerS(), seconds)
        .ifPresent(
            spread ->
                point
                    .field("throughput_low_per_s", spread.low())
                    .field("throughput_high_per_s", spread.high()));
    Spread.percentile(95, measured.responseTime(), seconds)
        .ifPresent(
            spread -> point.field("p95_low_ms", spread.low()).field("p95_high_ms", spread.high()));
  }

  private static SchemaPoint times(SchemaPoint point, TimeDistribution response) {
    return point
        .field("mean_ms", response.meanUs() / 1000)
        .field("p50_ms", response.percentileUs(50) / 1000)
        .field("p90_ms", response.percentileUs(90) / 1000)
        .field("p95_ms", response.percentileUs(95) / 1000)
        .field("p99_ms", response.percentileUs(99) / 1000)
        .field("max_ms", response.maxUs() / 1000);
  }

  private static double seconds(Case measured) {
    return Duration.between(measured.start(), measured.end()).toNanos() / 1e9;
  }
}
