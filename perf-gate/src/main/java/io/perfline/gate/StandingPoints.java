package io.perfline.gate;

import io.perfline.gate.history.CaseStatus;
import io.perfline.gate.history.CaseStatus.State;
import io.perfline.gate.history.TrendFile.CaseTrend;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.publish.RunWindows;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.verdict.FigureFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Publishes the current status of a branch's cases, one point per case, which the dashboard of
 * trends shows first.
 *
 * @param branch the branch of the cases
 * @param environment the name of the environment of the runs
 * @param profile the profile of the runs
 */
public record StandingPoints(String branch, String environment, String profile) {

  /**
   * Replaces the points of the branch with these.
   *
   * @throws io.perfline.core.command.Fault (exit code 3) if InfluxDB doesn't accept them
   */
  public void publish(Database database, List<CaseStatus> standings) {
    Map<String, Double> limits = limits(database, standings);
    RunWindows windows = new RunWindows(database, branch, environment, profile);
    List<String> points = standings.stream().map(status -> point(status, limits, windows)).toList();
    database.rows("DELETE FROM %s WHERE %s AND %s".formatted(from(), here(), ofProfile()));
    database.write(points);
  }

  private static String from() {
    return InfluxSchema.PERF_STANDING.from();
  }

  private String here() {
    return InfluxQl.equal(Column.BRANCH, branch)
        + " AND "
        + InfluxQl.equal(Column.ENVIRONMENT, environment);
  }

  private String ofProfile() {
    return InfluxQl.equal(Column.PROFILE, profile);
  }

  /** Returns the limits in the metric's own unit, by case, target and metric. */
  private Map<String, Double> limits(Database database, List<CaseStatus> standings) {
    Map<String, Double> limits = new HashMap<>();
    for (Metric metric : standings.stream().map(CaseStatus::metric).distinct().toList()) {
      database
          .ask(
              "SELECT last(%s) AS %s FROM %s WHERE %s AND %s AND %s AND %s GROUP BY %s, %s"
                  .formatted(
                      InfluxQl.name(Column.LIMIT),
                      InfluxQl.name(Column.LIMIT),
                      InfluxSchema.PERF_VERDICT.from(),
                      here(),
                      InfluxQl.equal(Column.METRIC, metric.word()),
                      InfluxQl.equal(Column.UNIT, metric.unit().symbol()),
                      InfluxQl.equal(Column.KIND, ""), // not a limit on a change
                      InfluxQl.name(Column.CASE),
                      InfluxQl.name(Column.TARGET)))
          .forEach(
              row ->
                  limits.put(
                      key(row.text(Column.CASE), row.text(Column.TARGET)) + " " + metric,
                      row.number(Column.LIMIT)));
    }
    return limits;
  }

  private static String key(String caseName, String target) {
    return caseName + " " + target;
  }

  private String point(CaseStatus status, Map<String, Double> limits, RunWindows windows) {
    Metric metric = status.metric();
    SchemaPoint point =
        SchemaPoint.of(InfluxSchema.PERF_STANDING, status.newest().time())
            .tag(Column.BRANCH, branch)
            .tag(Column.ENVIRONMENT, environment)
            .tag(Column.PROFILE, profile)
            .tag(Column.CASE, status.caseName())
            .tag(Column.TARGET, status.target())
            .field(Column.RUN, status.newest().run())
            .field(Column.COMMIT, status.newest().commit())
            .field(Column.METRIC, metric.word())
            .field(Column.NEWEST, withUnit(metric, status.value()))
            .field(Column.USUAL, withUnit(metric, status.usual()))
            .field(Column.STATE, status.state().word())
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
    String key = key(status.caseName(), status.target());
    double limit = limits.getOrDefault(key + " " + metric, Double.NaN);
    point.field(
        Column.LIMIT_SHARE,
        metric.smallerIsBetter() ? status.value() / limit : limit / status.value());
    windows
        .of(status.caseName(), status.target(), status.newest().time())
        .ifPresent(
            run ->
                point
                    .field(Column.BUILD, run.text(Column.BUILD))
                    .field(Column.RUN_MIDDLE_MS, run.whole(Column.RUN_MIDDLE_MS))
                    .field(Column.RUN_WINDOW_MS, run.whole(Column.RUN_WINDOW_MS)));
    if (status.since() != null) {
      point.field(Column.SINCE_RUN, status.since().run());
      windows
          .of(status.caseName(), status.target(), status.since().time())
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
}
