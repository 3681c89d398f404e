package io.perfline.gate.publish;

import io.perfline.deploy.command.Fault;
import io.perfline.gate.run.Case;
import io.perfline.gate.run.Run;
import io.perfline.gate.run.Second;
import io.perfline.gate.verdict.Verdict;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.influxdb.dto.Point;

/**
 * Writes a run into a database and reads back that it is all there. Time stamps and tags come from
 * the run alone, so doing it again writes the same points.
 */
final class Publishing {

  private final Database database;

  private final Clock clock;

  Publishing(Database database, Clock clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * What was written.
   *
   * @param expired seconds that are too old to be kept
   */
  record Counts(int cases, int intervals, int expired, int verdicts, int events) {}

  /**
   * @throws Fault (exit code 3) when not all of it is in the database afterwards
   */
  Counts publish(Run run, Map<Case, List<Second>> seconds, Optional<Verdict> verdict) {
    List<Point> cases = CasePoints.of(run, seconds);
    List<Point> verdicts = verdict.map(decided -> VerdictPoints.of(run, decided)).orElse(List.of());
    List<Point> events = EventPoints.of(run, verdict);
    database.createIfMissing();
    database.write(PublishedPoints.all());
    database.write(cases);
    require(Schema.PERF_CASE, run, cases.size());
    List<Point> intervals = intervals(run, seconds);
    if (run.started().isAfter(oldest())) {
      database.writeIntervals(CasePoints.byRun(run, seconds));
    }
    database.writeIntervals(intervals);
    requireIntervals(run, intervals.size());
    if (verdict.isPresent()) {
      writeVerdicts(run, verdicts);
    }
    database.write(events);
    int all = seconds.values().stream().mapToInt(List::size).sum();
    return new Counts(
        cases.size(), intervals.size(), all - intervals.size(), verdicts.size(), events.size());
  }

  /** InfluxDB refuses what its retention policy would drop at once. */
  private Instant oldest() {
    return clock.instant().minus(Duration.ofDays(Schema.INTERVALS_DAYS));
  }

  private List<Point> intervals(Run run, Map<Case, List<Second>> seconds) {
    Instant oldest = oldest();
    List<Point> points = new ArrayList<>();
    seconds.forEach(
        (measured, all) ->
            points.addAll(
                IntervalPoints.of(
                    run.run(),
                    measured,
                    all.stream().filter(second -> second.start().isAfter(oldest)).toList())));
    return points;
  }

  private void requireIntervals(Run run, int expected) {
    long stored =
        expected == 0
            ? 0
            : database
                .rows(
                    "SELECT count(second) FROM %s.%s WHERE run = %s"
                        .formatted(
                            Schema.INTERVALS,
                            Schema.PERF_INTERVAL.measurement(),
                            InfluxQl.text(run.run())))
                .mapToLong(row -> ((Number) row.get(1)).longValue())
                .sum();
    if (stored < expected) {
      throw Fault.noVerdict(
          "InfluxDB took %s points of %s, but holds %s of this run"
              .formatted(
                  Integer.toString(expected),
                  Schema.PERF_INTERVAL.measurement(),
                  Long.toString(stored)));
    }
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
          "InfluxDB took %s points of %s, but holds %s of this run: %s"
              .formatted(
                  Integer.toString(expected),
                  schema.measurement(),
                  Long.toString(stored),
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
