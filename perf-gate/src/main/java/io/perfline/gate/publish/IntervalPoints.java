package io.perfline.gate.publish;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import java.util.List;
import java.util.stream.Stream;

/** Makes points of the seconds of a case. */
public final class IntervalPoints {

  private IntervalPoints() {}

  /** Makes the points one at a time, as they are consumed. */
  public static Stream<String> stream(
      String run, String name, String target, List<Second> seconds) {
    return seconds.stream().map(second -> point(run, name, target, second));
  }

  /**
   * Makes points of the seconds of a part of a case.
   *
   * @param part the business case and the content, joined by a hyphen, such as {@code short-static}
   */
  public static List<String> ofPart(
      String run, CaseResult result, String part, List<Second> seconds) {
    String[] names = part.split("-", 2);
    if (names.length != 2) {
      throw new IllegalArgumentException(part + " is not a business case and content");
    }
    return seconds.stream()
        .map(
            second ->
                times(
                        SchemaPoint.of(InfluxSchema.PERF_BUSINESS_CASE, second.start())
                            .tag(Column.RUN, run)
                            .tag(Column.SIMULATION, result.simulation())
                            .tag(Column.CASE, result.name())
                            .tag(Column.TARGET, result.target())
                            .tag(Column.BUSINESS_CASE, names[0])
                            .tag(Column.CONTENT, names[1]),
                        second)
                    .line())
        .toList();
  }

  private static String point(String run, String name, String target, Second second) {
    SchemaPoint point =
        SchemaPoint.of(InfluxSchema.PERF_INTERVAL, second.start())
            .tag(Column.RUN, run)
            .tag(Column.SIMULATION, CaseResult.simulation(name))
            .tag(Column.CASE, name)
            .tag(Column.TARGET, target)
            .field(Column.MESSAGES_PER_S, second.messages() / second.seconds())
            .field(Column.BYTES_PER_S, second.bytes() / second.seconds())
            .field(Column.USERS, second.users());
    second
        .cpu()
        .forEach(
            (process, share) -> {
              if (InfluxSchema.PERF_INTERVAL.fields().contains(Column.CPU + process)) {
                point.field(Column.CPU + process, share.doubleValue());
              }
            });
    return times(point, second).line();
  }

  private static SchemaPoint times(SchemaPoint point, Second second) {
    TimeDistribution.Summary times = second.responseTime().summary();
    return point
        .field(Column.SECOND, second.index())
        .field(Column.REQUESTS_PER_S, second.requests() / second.seconds())
        .field(Column.ERRORS_PER_S, second.errorCount() / second.seconds())
        .field(Column.MIN_MS, times.minUs() / 1000)
        .field(Column.MEAN_MS, times.meanUs() / 1000)
        .field(Column.P95_MS, times.p95Us() / 1000)
        .field(Column.MAX_MS, times.maxUs() / 1000);
  }
}
