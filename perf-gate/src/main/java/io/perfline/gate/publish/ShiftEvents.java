package io.perfline.gate.publish;

import io.perfline.core.environment.InfluxDb;
import io.perfline.gate.trend.Shift;
import io.perfline.gate.verdict.FigureFormat;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Marks level shifts for the dashboards, at the run with which the new level most likely began. A
 * later look may date a shift anew, so what was marked before in what was looked at goes first:
 * doing it again changes nothing.
 *
 * @param branch whose history was looked at
 * @param environment where it was measured
 * @param profile which runs it holds
 * @param since how far back it was looked at
 * @param metrics what was looked at, as in {@code thresholds.yml}
 */
public record ShiftEvents(
    String branch, String environment, String profile, Instant since, Set<String> metrics) {

  static final String KIND = "shift";

  public ShiftEvents {
    metrics = Set.copyOf(metrics);
  }

  /**
   * Leaves these shifts marked, and no others.
   *
   * @throws io.perfline.core.command.Fault (exit code 3) when InfluxDB doesn't take it
   */
  public void publish(InfluxDb address, List<Shift> shifts) {
    try (Database database = Database.at(address, Retry.patient())) {
      database.createIfMissing();
      for (String metric : metrics) {
        database.rows("DELETE FROM perf_event WHERE " + marked(metric));
      }
      database.write(shifts.stream().map(this::point).toList());
    }
  }

  private String marked(String metric) {
    return "kind = '%s' AND branch = %s AND environment = %s AND profile = %s AND metric = %s AND time >= %s"
        .formatted(
            KIND,
            InfluxQl.text(branch),
            InfluxQl.text(environment),
            InfluxQl.text(profile),
            InfluxQl.text(metric),
            Long.toString(SchemaPoint.nanoseconds(since)));
  }

  private String point(Shift shift) {
    return SchemaPoint.of(Schema.PERF_EVENT, shift.likeliest().time())
        .tag("branch", branch)
        .tag("environment", environment)
        .tag("kind", KIND)
        .tag("profile", profile)
        .tag("case", shift.caseName())
        .tag("target", shift.target())
        .tag("metric", shift.metric())
        .field("run", shift.likeliest().run())
        .field("text", text(shift))
        .line();
  }

  private static String text(Shift shift) {
    return "%s: %s (%s) %s %s, %s -> %s, behind %s and not behind %s%s"
        .formatted(
            shift.state().word(),
            shift.caseName(),
            shift.target(),
            shift.metric(),
            FigureFormat.change(shift.changePercent()),
            FigureFormat.tell(shift.before(), shift.unit()),
            FigureFormat.tell(shift.after(), shift.unit()),
            shift.afterCommit(),
            shift.upToCommit(),
            shift.note().isEmpty() ? "" : "; " + shift.note());
  }
}
