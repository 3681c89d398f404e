package io.perfline.gate;

import io.perfline.core.git.CommitId;
import io.perfline.gate.history.CaseStatus;
import io.perfline.gate.history.CaseStatus.State;
import io.perfline.gate.history.HistoryPart;
import io.perfline.gate.history.Shift;
import io.perfline.gate.history.TrendFile.CaseTrend;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.EventKind;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.verdict.FigureFormat;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Marks in InfluxDB, for the dashboards, what a trend has found. Each analysis replaces the earlier
 * marks.
 */
public record TrendMarks(Database database, HistoryPart part) {

  /**
   * Marks level shifts, at the run that most likely began the new level. A later analysis may date
   * a shift differently, so this replaces all marks within the analysed history.
   *
   * @param metrics the analysed metrics
   * @throws io.perfline.core.command.Fault (exit code 3) if InfluxDB doesn't accept them
   */
  public void publish(Set<Metric> metrics, List<Shift> shifts) {
    database.createIfMissing();
    for (Metric metric : metrics) {
      database.rows(
          "DELETE FROM %s WHERE %s AND %s AND %s"
              .formatted(
                  InfluxSchema.PERF_EVENT.from(),
                  InfluxQl.equal(Column.KIND, EventKind.SHIFT.id()),
                  InfluxQl.equal(Column.METRIC, metric.id()),
                  part.condition()));
    }
    database.write(shifts.stream().map(this::point).toList());
  }

  /**
   * Publishes the current status of the branch's cases, one point per case, which the dashboard of
   * trends shows first.
   *
   * @throws io.perfline.core.command.Fault (exit code 3) if InfluxDB doesn't accept them
   */
  public void publish(List<CaseStatus> statuses) {
    Map<String, Double> limits = limits(statuses);
    List<String> points = statuses.stream().map(status -> point(status, limits)).toList();
    database.rows(
        "DELETE FROM %s WHERE %s".formatted(InfluxSchema.PERF_STANDING.from(), part.atAnyTime()));
    database.write(points);
  }

  private String point(Shift shift) {
    SchemaPoint point =
        part.tag(SchemaPoint.of(InfluxSchema.PERF_EVENT, shift.likeliest().time()))
            .tag(Column.KIND, EventKind.SHIFT.id())
            .tag(Column.CASE, shift.caseName())
            .tag(Column.TARGET, shift.target())
            .tag(Column.METRIC, shift.metric())
            .field(Column.RUN, shift.likeliest().run())
            .field(Column.STATE, shift.state().id())
            .field(Column.CHANGE, change(shift))
            .field(Column.SINCE, commits(shift))
            .field(Column.TEXT, text(shift));
    run(shift.caseName(), shift.target(), shift.likeliest().time())
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
            shift.state().id(),
            shift.caseName(),
            shift.target(),
            shift.metric(),
            change(shift),
            commits(shift),
            shift.note().isEmpty() ? "" : "; " + shift.note());
  }

  /** Returns the limits in the metric's own unit, by case, target and metric. */
  private Map<String, Double> limits(List<CaseStatus> statuses) {
    Map<String, Double> limits = new HashMap<>();
    for (Metric metric : statuses.stream().map(CaseStatus::metric).distinct().toList()) {
      database
          .ask(
              "SELECT last(%s) AS %s FROM %s WHERE %s AND %s AND %s AND %s AND %s GROUP BY %s, %s"
                  .formatted(
                      InfluxQl.name(Column.LIMIT),
                      InfluxQl.name(Column.LIMIT),
                      InfluxSchema.PERF_VERDICT.from(),
                      InfluxQl.equal(Column.BRANCH, part.branch()),
                      InfluxQl.equal(Column.ENVIRONMENT, part.environment()),
                      InfluxQl.equal(Column.METRIC, metric.id()),
                      InfluxQl.equal(Column.UNIT, metric.unit().symbol()),
                      InfluxQl.equal(Column.KIND, ""), // not a limit on a change
                      InfluxQl.name(Column.CASE),
                      InfluxQl.name(Column.TARGET)))
          .forEach(
              row ->
                  limits.put(
                      key(row.text(Column.CASE), row.text(Column.TARGET), metric),
                      row.number(Column.LIMIT)));
    }
    return limits;
  }

  private static String key(String caseName, String target, Metric metric) {
    return caseName + " " + target + " " + metric;
  }

  private String point(CaseStatus status, Map<String, Double> limits) {
    Metric metric = status.metric();
    SchemaPoint point =
        part.tag(SchemaPoint.of(InfluxSchema.PERF_STANDING, status.newest().time()))
            .tag(Column.CASE, status.caseName())
            .tag(Column.TARGET, status.target())
            .field(Column.RUN, status.newest().run())
            .field(Column.COMMIT, status.newest().commit())
            .field(Column.METRIC, metric.id())
            .field(Column.NEWEST, withUnit(metric, status.value()))
            .field(Column.USUAL, withUnit(metric, status.usual()))
            .field(Column.STATE, status.state().text())
            .field(Column.SEVERITY, status.state().ordinal())
            .field(Column.FRESHNESS, status.freshness().text())
            .field(Column.SINCE, CaseTrend.of(status).commits())
            .field(Column.CHANGE, CaseTrend.of(status).change());
    for (State state : List.of(State.WORSE, State.KNOWN, State.STALE, State.BETTER)) {
      point.field(state.name().toLowerCase(Locale.ROOT), status.state() == state ? 1L : 0L);
    }
    point.field(Column.UNCHANGED, status.state().noteworthy() ? 0L : 1L);
    Estimate change = status.change();
    if (change != null) {
      point
          .field(Column.CHANGE_PERCENT, Estimate.percent(change.value()))
          .field(Column.CHANGE_LOW_PERCENT, Estimate.percent(change.low()))
          .field(Column.CHANGE_HIGH_PERCENT, Estimate.percent(change.high()));
    }
    double limit = limits.getOrDefault(key(status.caseName(), status.target(), metric), Double.NaN);
    point.field(
        Column.LIMIT_SHARE,
        metric.smallerIsBetter() ? status.value() / limit : limit / status.value());
    run(status.caseName(), status.target(), status.newest().time())
        .ifPresent(
            run ->
                point
                    .field(Column.BUILD, run.text(Column.BUILD))
                    .field(Column.RUN_MIDDLE_MS, run.whole(Column.RUN_MIDDLE_MS))
                    .field(Column.RUN_WINDOW_MS, run.whole(Column.RUN_WINDOW_MS)));
    if (status.since() != null) {
      point.field(Column.SINCE_RUN, status.since().run());
      run(status.caseName(), status.target(), status.since().time())
          .ifPresent(
              run ->
                  point
                      .field(Column.SINCE_MIDDLE_MS, run.whole(Column.RUN_MIDDLE_MS))
                      .field(Column.SINCE_WINDOW_MS, run.whole(Column.RUN_WINDOW_MS)));
    }
    return point.line();
  }

  private static String withUnit(Metric metric, double value) {
    return Double.isNaN(value)
        ? "–"
        : FigureFormat.withUnit(metric.shownIn().fromFirst(value), metric.shownIn().symbol());
  }

  /**
   * Returns the build of a run that measured a case, and the period of time for dashboard links to
   * it; empty if the history does not contain it.
   *
   * @param started the start of the run
   */
  private Optional<InfluxRow> run(String caseName, String target, Instant started) {
    return database
        .ask(
            "SELECT %s, %s, %s FROM %s WHERE %s AND %s AND %s AND %s = %s"
                .formatted(
                    InfluxQl.name(Column.BUILD),
                    InfluxQl.name(Column.RUN_MIDDLE_MS),
                    InfluxQl.name(Column.RUN_WINDOW_MS),
                    InfluxSchema.PERF_CASE.from(),
                    part.atAnyTime(),
                    InfluxQl.equal(Column.CASE, caseName),
                    InfluxQl.equal(Column.TARGET, target),
                    Column.TIME,
                    InfluxQl.nanoseconds(started)))
        .stream()
        .findFirst();
  }
}
