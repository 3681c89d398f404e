package io.perfline.gate.publish;

import io.perfline.core.run.Case;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import java.util.List;
import java.util.stream.Stream;

/** The seconds of a case as points. */
public final class IntervalPoints {

  private IntervalPoints() {}

  public static List<String> of(String run, Case measured, List<Second> seconds) {
    return of(run, measured.name(), measured.target(), seconds);
  }

  public static List<String> of(String run, String name, String target, List<Second> seconds) {
    return stream(run, name, target, seconds).toList();
  }

  /** Made one at a time, as they are asked for. */
  public static Stream<String> stream(
      String run, String name, String target, List<Second> seconds) {
    return seconds.stream().map(second -> point(run, name, target, second));
  }

  /**
   * The seconds of a part of a case.
   *
   * @param part as in {@code short-static}: business case and content
   */
  public static List<String> ofPart(String run, Case measured, String part, List<Second> seconds) {
    String[] names = part.split("-", 2);
    if (names.length != 2) {
      throw new IllegalArgumentException(part + " is no business case and content");
    }
    return seconds.stream()
        .map(
            second ->
                times(
                        SchemaPoint.of(Schema.PERF_BUSINESS_CASE, second.start())
                            .tag("run", run)
                            .tag("simulation", measured.simulation())
                            .tag("case", measured.name())
                            .tag("target", measured.target())
                            .tag("business_case", names[0])
                            .tag("content", names[1]),
                        second)
                    .line())
        .toList();
  }

  private static String point(String run, String name, String target, Second second) {
    SchemaPoint point =
        SchemaPoint.of(Schema.PERF_INTERVAL, second.start())
            .tag("run", run)
            .tag("simulation", Case.simulation(name))
            .tag("case", name)
            .tag("target", target)
            .field("messages_per_s", second.messages() / second.seconds())
            .field("bytes_per_s", second.bytes() / second.seconds())
            .field("users", second.users());
    second.cpu().forEach((process, share) -> point.field("cpu_" + process, share.doubleValue()));
    return times(point, second).line();
  }

  private static SchemaPoint times(SchemaPoint point, Second second) {
    TimeDistribution.Summary times = second.responseTime().summary();
    return point
        .field("second", second.index())
        .field("requests_per_s", second.requests() / second.seconds())
        .field("errors_per_s", second.errors() / second.seconds())
        .field("min_ms", times.minUs() / 1000)
        .field("mean_ms", times.meanUs() / 1000)
        .field("p95_ms", times.p95Us() / 1000)
        .field("max_ms", times.maxUs() / 1000);
  }
}
