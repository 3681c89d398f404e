package io.perfline.gate.publish;

import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import java.time.Instant;
import java.util.Optional;

/**
 * Finds the build of a run and the period that links to the run show.
 *
 * @param environment the name of the environment of the runs
 */
public record RunWindows(Database database, String branch, String environment, String profile) {

  /**
   * Returns the row of a run that measured a case; empty if the history does not contain it.
   *
   * @param started the start of the run
   */
  public Optional<InfluxRow> of(String caseName, String target, Instant started) {
    return database
        .ask(
            "SELECT %s, %s, %s FROM %s WHERE %s AND %s AND %s AND %s AND %s AND %s = %s"
                .formatted(
                    InfluxQl.name(Column.BUILD),
                    InfluxQl.name(Column.RUN_MIDDLE_MS),
                    InfluxQl.name(Column.RUN_WINDOW_MS),
                    InfluxSchema.PERF_CASE.from(),
                    InfluxQl.equal(Column.BRANCH, branch),
                    InfluxQl.equal(Column.ENVIRONMENT, environment),
                    InfluxQl.equal(Column.PROFILE, profile),
                    InfluxQl.equal(Column.CASE, caseName),
                    InfluxQl.equal(Column.TARGET, target),
                    Column.TIME,
                    InfluxQl.nanoseconds(started)))
        .stream()
        .findFirst();
  }
}
