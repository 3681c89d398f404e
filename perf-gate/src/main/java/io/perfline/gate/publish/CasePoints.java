package io.perfline.gate.publish;

import io.perfline.gate.run.Case;
import io.perfline.gate.run.Run;
import io.perfline.gate.run.TimeDistribution;
import java.time.Duration;
import java.util.List;
import org.influxdb.dto.Point;

/** The cases of a run as points: one each, at the instant at which the run started. */
final class CasePoints {

  private CasePoints() {}

  static List<Point> of(Run run) {
    return run.cases().stream().map(measured -> point(run, measured)).toList();
  }

  private static Point point(Run run, Case measured) {
    SchemaPoint point =
        SchemaPoint.of(Schema.PERF_CASE, run.started())
            .tag("branch", run.branch())
            .tag("environment", run.environment().name())
            .tag("profile", run.profile())
            .tag("simulation", measured.simulation())
            .tag("case", measured.name())
            .tag("target", measured.target())
            .field("run", run.run())
            .field("build", run.build())
            .field("commit", run.commit())
            .field("fingerprint", run.environment().fingerprint())
            .field("throughput_per_s", measured.throughput_per_s())
            .field("bytes_per_s", measured.bytes() / seconds(measured))
            .field("requests", measured.requests())
            .field("messages", measured.messages())
            .field("errors", measured.errorCount())
            .field("error_rate", measured.errorRate())
            .field("generator_cpu", measured.generator().cpu())
            .field("valid", measured.valid())
            .longField("histogram", measured.response_time().encoded())
            .longField("service_histogram", measured.service_time().encoded());
    Sweep.of(measured.name())
        .ifPresent(
            sweep ->
                point
                    .field("sweep", sweep.name())
                    .field("sweep_value", sweep.number().orElse(Double.NaN)));
    return times(point, measured.response_time()).build();
  }

  private static SchemaPoint times(SchemaPoint point, TimeDistribution response) {
    return point
        .field("mean_ms", response.mean_us() / 1000)
        .field("p50_ms", response.percentile_us(50) / 1000)
        .field("p90_ms", response.percentile_us(90) / 1000)
        .field("p95_ms", response.percentile_us(95) / 1000)
        .field("p99_ms", response.percentile_us(99) / 1000)
        .field("max_ms", response.max_us() / 1000);
  }

  private static double seconds(Case measured) {
    return Duration.between(measured.start(), measured.end()).toNanos() / 1e9;
  }
}
