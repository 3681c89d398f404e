package io.perfline.gate;

import io.perfline.core.git.CommitId;
import io.perfline.gate.history.CaseStatus;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.SchemaPoint;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.verdict.FigureFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Publishes the current status of a branch's cases in place of the earlier one: one point per case,
 * which the dashboard of trends shows first.
 *
 * @param branch the branch of the cases
 * @param environment the environment of the runs
 * @param profile the profile of the runs
 */
public record StandingPoints(String branch, String environment, String profile) {

  /** The limits of the latest verdict, and the periods of the latest runs. */
  private record Known(Map<String, Double> limits, Map<String, InfluxRow> runs) {}

  /**
   * Leaves these on the dashboard, and no others of the branch.
   *
   * @throws io.perfline.core.command.Fault (exit code 3) when InfluxDB doesn't take it
   */
  public void publish(Database database, List<CaseStatus> standings) {
    Known known = new Known(limits(database, standings), runs(database));
    database.rows("DELETE FROM %s WHERE %s AND %s".formatted(from(), here(), ofProfile()));
    database.write(standings.stream().map(status -> point(status, known)).toList());
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
              "SELECT last(%s) AS %s FROM %s WHERE %s AND %s AND %s GROUP BY %s, %s"
                  .formatted(
                      InfluxQl.name(Column.LIMIT),
                      InfluxQl.name(Column.LIMIT),
                      InfluxSchema.PERF_VERDICT.from(),
                      here(),
                      InfluxQl.equal(Column.METRIC, metric.word()),
                      InfluxQl.equal(Column.UNIT, metric.unit().symbol()),
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

  private Map<String, InfluxRow> runs(Database database) {
    Map<String, InfluxRow> runs = new HashMap<>();
    database
        .ask(
            "SELECT %s, %s, %s, %s FROM %s WHERE %s AND %s GROUP BY %s, %s ORDER BY time DESC LIMIT 1"
                .formatted(
                    InfluxQl.name(Column.RUN),
                    InfluxQl.name(Column.BUILD),
                    InfluxQl.name(Column.RUN_MIDDLE_MS),
                    InfluxQl.name(Column.RUN_WINDOW_MS),
                    InfluxSchema.PERF_CASE.from(),
                    here(),
                    ofProfile(),
                    InfluxQl.name(Column.CASE),
                    InfluxQl.name(Column.TARGET)))
        .forEach(row -> runs.put(key(row.text(Column.CASE), row.text(Column.TARGET)), row));
    return runs;
  }

  private static String key(String caseName, String target) {
    return caseName + " " + target;
  }

  private String point(CaseStatus status, Known known) {
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
            .field(Column.NEWEST, tell(metric, status.value()))
            .field(Column.USUAL, tell(metric, status.usual()))
            .field(Column.STATE, status.state().word())
            .field(Column.SEVERITY, status.state().ordinal())
            .field(Column.SINCE, since(status));
    Estimate change = status.change();
    if (change != null) {
      point
          .field(Column.CHANGE_PERCENT, Estimate.percent(change.value()))
          .field(Column.CHANGE_LOW_PERCENT, Estimate.percent(change.low()))
          .field(Column.CHANGE_HIGH_PERCENT, Estimate.percent(change.high()));
    }
    String key = key(status.caseName(), status.target());
    double limit = known.limits().getOrDefault(key + " " + metric, Double.NaN);
    point.field(
        Column.LIMIT_SHARE,
        metric.smallerIsBetter() ? status.value() / limit : limit / status.value());
    InfluxRow run = known.runs().get(key);
    if (run != null && run.text(Column.RUN).equals(status.newest().run())) {
      point
          .field(Column.BUILD, run.text(Column.BUILD))
          .field(Column.RUN_MIDDLE_MS, run.whole(Column.RUN_MIDDLE_MS))
          .field(Column.RUN_WINDOW_MS, run.whole(Column.RUN_WINDOW_MS));
    }
    return point.line();
  }

  private static String tell(Metric metric, double value) {
    return Double.isNaN(value)
        ? "–"
        : FigureFormat.tell(metric.shownIn().fromFirst(value), metric.shownIn().symbol());
  }

  private static String since(CaseStatus status) {
    return status.upToCommit().isEmpty()
        ? ""
        : "after %s, up to %s"
            .formatted(
                CommitId.shortened(status.afterCommit()), CommitId.shortened(status.upToCommit()));
  }
}
