package io.perfline.gate.publish;

import io.perfline.core.git.CommitId;
import io.perfline.gate.history.Shift;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.EventKind;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.verdict.FigureFormat;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Marks level shifts in the dashboards, at the run that most likely began the new level. A later
 * analysis may date a shift differently, so it replaces earlier marks within the analysed history.
 *
 * @param branch the analysed branch
 * @param environment the name of the environment of the analysed runs
 * @param profile the profile of the analysed runs
 * @param since the start of the analysed history
 * @param metrics the analysed metrics, as in {@code thresholds.yml}
 */
public record ShiftEvents(
    String branch, String environment, String profile, Instant since, Set<String> metrics) {

  public ShiftEvents {
    metrics = Set.copyOf(metrics);
  }

  /**
   * Replaces all marks with those of these shifts.
   *
   * @throws io.perfline.core.command.Fault (exit code 3) if InfluxDB doesn't accept them
   */
  public void publish(Database database, List<Shift> shifts) {
    database.createIfMissing();
    for (String metric : metrics) {
      database.rows("DELETE FROM " + InfluxSchema.PERF_EVENT.from() + " WHERE " + marked(metric));
    }
    RunWindows windows = new RunWindows(database, branch, environment, profile);
    database.write(shifts.stream().map(shift -> point(shift, windows)).toList());
  }

  private String marked(String metric) {
    return String.join(
        " AND ",
        InfluxQl.equal(Column.KIND, EventKind.SHIFT.word()),
        InfluxQl.equal(Column.BRANCH, branch),
        InfluxQl.equal(Column.ENVIRONMENT, environment),
        InfluxQl.equal(Column.PROFILE, profile),
        InfluxQl.equal(Column.METRIC, metric),
        InfluxQl.since(since));
  }

  private String point(Shift shift, RunWindows windows) {
    SchemaPoint point =
        SchemaPoint.of(InfluxSchema.PERF_EVENT, shift.likeliest().time())
            .tag(Column.BRANCH, branch)
            .tag(Column.ENVIRONMENT, environment)
            .tag(Column.KIND, EventKind.SHIFT.word())
            .tag(Column.PROFILE, profile)
            .tag(Column.CASE, shift.caseName())
            .tag(Column.TARGET, shift.target())
            .tag(Column.METRIC, shift.metric())
            .field(Column.RUN, shift.likeliest().run())
            .field(Column.STATE, shift.state().word())
            .field(Column.CHANGE, change(shift))
            .field(Column.SINCE, commits(shift))
            .field(Column.TEXT, text(shift));
    windows
        .of(shift.caseName(), shift.target(), shift.likeliest().time())
        .ifPresent(
            run ->
                point
                    .field(Column.RUN_MIDDLE_MS, run.whole(Column.RUN_MIDDLE_MS))
                    .field(Column.RUN_WINDOW_MS, run.whole(Column.RUN_WINDOW_MS)));
    return point.line();
  }

  private static String change(Shift shift) {
    return "%s, %s -> %s"
        .formatted(
            FigureFormat.change(shift.changePercent()),
            FigureFormat.withUnit(shift.before(), shift.unit()),
            FigureFormat.withUnit(shift.after(), shift.unit()));
  }

  private static String commits(Shift shift) {
    return "after %s, up to %s"
        .formatted(CommitId.shortened(shift.afterCommit()), CommitId.shortened(shift.upToCommit()));
  }

  private static String text(Shift shift) {
    return "%s: %s (%s) %s %s, %s%s"
        .formatted(
            shift.state().word(),
            shift.caseName(),
            shift.target(),
            shift.metric(),
            change(shift),
            commits(shift),
            shift.note().isEmpty() ? "" : "; " + shift.note());
  }
}
