package io.perfline.gate.publish;

import io.perfline.gate.run.Case;
import io.perfline.gate.run.Second;
import io.perfline.gate.run.TimeDistribution;
import java.util.List;
import java.util.stream.Stream;
import org.influxdb.dto.Point;

/** The seconds of a case as points. */
final class IntervalPoints {

  private IntervalPoints() {}

  static List<Point> of(String run, Case measured, List<Second> seconds) {
    return of(run, measured.name(), measured.target(), seconds);
  }

  static List<Point> of(String run, String name, String target, List<Second> seconds) {
    return stream(run, name, target, seconds).toList();
  }

  /** Made one at a time, as they are asked for. */
  static Stream<Point> stream(String run, String name, String target, List<Second> seconds) {
    return seconds.stream().map(second -> point(run, name, target, second));
  }

  private static Point point(String run, String name, String target, Second second) {
    TimeDistribution times = second.response_time();
    SchemaPoint point =
        SchemaPoint.of(Schema.PERF_INTERVAL, second.start())
            .tag("run", run)
            .tag("simulation", Case.simulation(name))
            .tag("case", name)
            .tag("target", target)
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
    second.cpu().forEach((process, share) -> point.field("cpu_" + process, share.doubleValue()));
    return point.build();
  }
}
