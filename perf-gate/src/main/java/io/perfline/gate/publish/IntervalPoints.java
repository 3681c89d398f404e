package io.perfline.gate.publish;

import io.perfline.gate.run.Case;
import io.perfline.gate.run.Second;
import io.perfline.gate.run.TimeDistribution;
import java.util.List;
import org.influxdb.dto.Point;

/** The seconds of a case as points. */
final class IntervalPoints {

  private IntervalPoints() {}

  static List<Point> of(String run, Case measured, List<Second> seconds) {
    return seconds.stream().map(second -> point(run, measured, second)).toList();
  }

  private static Point point(String run, Case measured, Second second) {
    TimeDistribution times = second.response_time();
    SchemaPoint point =
        SchemaPoint.of(Schema.PERF_INTERVAL, second.start())
            .tag("run", run)
            .tag("simulation", measured.simulation())
            .tag("case", measured.name())
            .tag("target", measured.target())
            .field("second", second.index())
            .field("requests_per_s", second.requests() / second.seconds())
            .field("messages_per_s", second.messages() / second.seconds())
            .field("bytes_per_s", second.bytes() / second.seconds())
            .field("errors_per_s", second.errors() / second.seconds())
            .field("users", second.users())
            .field("min_ms", second.min_us().orElse(Double.NaN) / 1000)
            .field("mean_ms", times.mean_us() / 1000)
            .field("p95_ms", times.percentile_us(95) / 1000)
            .field("max_ms", times.max_us() / 1000);
    second.cpu().forEach((name, share) -> point.field("cpu_" + name, share.doubleValue()));
    return point.build();
  }
}
