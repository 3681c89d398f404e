package io.perfline.gate.history;

import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.thresholds.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The trend of a history in InfluxDB, read one case at a time because of its size. */
public final class InfluxTrend implements TrendHistory {

  private final Database database;
  private final String which;

  /**
   * @param since how far back to look
   */
  public InfluxTrend(
      Database database, String branch, String environment, String profile, Instant since) {
    this.database = database;
    this.which =
        String.join(
            " AND ",
            InfluxQl.equal(Column.BRANCH, branch),
            InfluxQl.equal(Column.ENVIRONMENT, environment),
            InfluxQl.equal(Column.PROFILE, profile),
            InfluxQl.since(since));
  }

  @Override
  public List<Measured> cases() {
    return database
        .ask(
            "SELECT %s FROM %s WHERE %s GROUP BY %s LIMIT 1"
                .formatted(
                    Column.RUN, InfluxSchema.PERF_CASE.from(), which, PastPoint.CASE_AND_TARGET))
        .stream()
        .map(row -> new Measured(row.text(Column.CASE), row.text(Column.TARGET)))
        .toList();
  }

  @Override
  public List<CaseHistory> histories(Measured measured, Set<Metric> metrics) {
    Map<String, List<PastCase>> machines = new TreeMap<>();
    database.ask(
        "SELECT %s FROM %s WHERE %s AND %s AND %s"
            .formatted(
                PastPoint.columns(metrics),
                InfluxSchema.PERF_CASE.from(),
                which,
                InfluxQl.equal(Column.CASE, measured.name()),
                InfluxQl.equal(Column.TARGET, measured.target())),
        row -> {
          if (row.truth(Column.VALID)) {
            machines
                .computeIfAbsent(row.text(Column.FINGERPRINT), machine -> new ArrayList<>())
                .add(PastPoint.read(row, metrics));
          }
        });
    return machines.entrySet().stream()
        .map(
            machine ->
                new CaseHistory(
                    measured.name(), measured.target(), machine.getKey(), machine.getValue()))
        .toList();
  }
}
