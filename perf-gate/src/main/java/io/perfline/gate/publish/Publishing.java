package io.perfline.gate.publish;

import io.perfline.deploy.command.Fault;
import io.perfline.gate.run.Run;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import org.influxdb.dto.Point;

/**
 * Writes a run into a database and reads back that it is all there. Time stamps and tags come from
 * the run alone, so doing it again writes the same points.
 */
final class Publishing {

  private final Database database;

  Publishing(Database database) {
    this.database = database;
  }

  /** What was written. */
  record Counts(int cases, int verdicts, int events) {}

  /**
   * @throws Fault (exit code 3) when not all of it is in the database afterwards
   */
  Counts publish(Run run, Optional<Verdict> verdict) {
    List<Point> cases = CasePoints.of(run);
    List<Point> verdicts = verdict.map(decided -> VerdictPoints.of(run, decided)).orElse(List.of());
    List<Point> events = EventPoints.of(run, verdict);
    database.createIfMissing();
    database.write(cases);
    require(Schema.PERF_CASE, run, cases.size());
    if (verdict.isPresent()) {
      writeVerdicts(run, verdicts);
    }
    database.write(events);
    return new Counts(cases.size(), verdicts.size(), events.size());
  }

  /** A run that was judged again leaves no line of its former verdict behind. */
  private void writeVerdicts(Run run, List<Point> verdicts) {
    database.write(verdicts);
    if (stored(Schema.PERF_VERDICT, run) != verdicts.size()) {
      database.rows(
          "DELETE FROM %s WHERE %s AND branch = %s AND environment = %s"
              .formatted(
                  InfluxQl.name(Schema.PERF_VERDICT.measurement()),
                  at(run),
                  InfluxQl.text(run.branch()),
                  InfluxQl.text(run.environment().name())));
      database.write(verdicts);
    }
    require(Schema.PERF_VERDICT, run, verdicts.size());
  }

  private void require(Schema schema, Run run, int expected) {
    long stored = stored(schema, run);
    if (stored != expected) {
      throw Fault.noVerdict(
          "InfluxDB took %d points of %s, but holds %d of this run: %s"
              .formatted(
                  expected,
                  schema.measurement(),
                  stored,
                  "two with the same tags, or another run that started at the same instant,"
                      + " overwrite each other"));
    }
  }

  private long stored(Schema schema, Run run) {
    return database
        .rows(
            "SELECT run FROM %s WHERE %s AND run = %s"
                .formatted(InfluxQl.name(schema.measurement()), at(run), InfluxQl.text(run.run())))
        .count();
  }

  private static String at(Run run) {
    return "time = " + SchemaPoint.nanoseconds(run.started());
  }
}
