package io.perfline.gate.publish;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.Second;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.EventKind;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.verdict.Verdict;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes a run into a database, and checks by reading it back that it is complete. Time stamps and
 * tags come only from the run, so publishing it again writes the same points.
 */
record Publishing(Database database, Clock clock) {

  /**
   * The numbers of points that were written.
   *
   * @param expired the number of seconds that were left out because they are too old to be kept
   */
  record Counts(int cases, int intervals, int expired, int verdicts, int events) {}

  /**
   * Writes a run.
   *
   * @param seconds the seconds of each case; a case may have none
   * @param parts the seconds of each case's parts, by name; a case may have none
   * @throws Fault (exit code 3) if the database does not contain all points afterwards
   */
  Counts publish(
      Run run,
      Map<CaseResult, List<Second>> seconds,
      Map<CaseResult, Map<String, List<Second>>> parts,
      Optional<Verdict> verdict) {
    List<String> cases = CasePoints.of(run, seconds);
    List<String> verdicts =
        verdict.map(decided -> VerdictPoints.of(run, decided)).orElse(List.of());
    database.createIfMissing();
    List<String> events = EventPoints.of(run, verdict, gateBefore(run));
    database.write(CasePoints.published());
    replace(InfluxSchema.PERF_CASE, run, cases);
    if (run.started().isAfter(oldest())) {
      database.writeIntervals(CasePoints.byRun(run, seconds));
    }
    int intervals = Math.toIntExact(database.writeIntervals(intervals(run, seconds)));
    parts.forEach((result, all) -> all.forEach((part, of) -> write(run, result, part, of)));
    requireIntervals(run, intervals);
    if (verdict.isPresent()) {
      replace(InfluxSchema.PERF_VERDICT, run, verdicts);
    }
    database.write(events);
    int all = seconds.values().stream().mapToInt(List::size).sum();
    return new Counts(cases.size(), intervals, all - intervals, verdicts.size(), events.size());
  }

  /** Returns the gate's decision on the previous run of the same branch and environment. */
  private String gateBefore(Run run) {
    return database
        .rows(
            "SELECT last(%s) FROM %s WHERE %s AND %s AND %s AND time < %s"
                .formatted(
                    Column.TEXT,
                    InfluxSchema.PERF_EVENT.from(),
                    InfluxQl.equal(Column.KIND, EventKind.GATE.id()),
                    InfluxQl.equal(Column.BRANCH, run.branch()),
                    InfluxQl.equal(Column.ENVIRONMENT, run.environment().name()),
                    Long.toString(InfluxQl.nanoseconds(run.ended()))))
        .map(row -> "" + row.get(1))
        .findFirst()
        .orElse("");
  }

  /** Makes the permanent points of a run: its cases, the lines of its verdict, and its events. */
  static List<String> forGood(
      Run run, Map<CaseResult, List<Second>> seconds, Optional<Verdict> verdict) {
    return Stream.of(
            CasePoints.of(run, seconds),
            verdict.map(decided -> VerdictPoints.of(run, decided)).orElse(List.of()),
            EventPoints.of(run, verdict, ""))
        .flatMap(List::stream)
        .toList();
  }

  /** Returns the oldest time that InfluxDB keeps; it rejects older points. */
  private Instant oldest() {
    return clock.instant().minus(Duration.ofDays(InfluxSchema.INTERVALS_DAYS));
  }

  private Stream<String> intervals(Run run, Map<CaseResult, List<Second>> seconds) {
    Instant oldest = oldest();
    return seconds.entrySet().stream()
        .flatMap(
            one ->
                IntervalPoints.stream(
                    run.run(),
                    one.getKey().name(),
                    one.getKey().target(),
                    since(oldest, one.getValue())));
  }

  private void write(Run run, CaseResult result, String part, List<Second> seconds) {
    database.writeIntervals(
        IntervalPoints.ofPart(run.run(), result, part, since(oldest(), seconds)));
  }

  private static List<Second> since(Instant oldest, List<Second> seconds) {
    return seconds.stream().filter(second -> second.start().isAfter(oldest)).toList();
  }

  private void requireIntervals(Run run, int expected) {
    long stored =
        expected == 0
            ? 0
            : database
                .rows(
                    "SELECT count(%s) FROM %s WHERE %s"
                        .formatted(
                            Column.SECOND,
                            InfluxSchema.PERF_INTERVAL.from(),
                            InfluxQl.equal(Column.RUN, run.run())))
                .mapToLong(row -> ((Number) row.get(1)).longValue())
                .sum();
    if (stored < expected) {
      throw Fault.noVerdict(
          "InfluxDB took %s points of %s, but contains %s of this run"
              .formatted(
                  Integer.toString(expected),
                  InfluxSchema.PERF_INTERVAL.measurement(),
                  Long.toString(stored)));
    }
  }

  /**
   * Writes the points of a run and replaces earlier ones, such as lines of an earlier verdict, or
   * cases that have become valid or invalid since.
   */
  private void replace(InfluxSchema schema, Run run, List<String> points) {
    database.write(points);
    if (stored(schema, run) != points.size()) {
      database.rows(
          "DELETE FROM %s WHERE %s AND %s AND %s"
              .formatted(
                  schema.from(),
                  at(run),
                  InfluxQl.equal(Column.BRANCH, run.branch()),
                  InfluxQl.equal(Column.ENVIRONMENT, run.environment().name())));
      database.write(points);
    }
    require(schema, run, points.size());
  }

  private void require(InfluxSchema schema, Run run, int expected) {
    long stored = stored(schema, run);
    if (stored != expected) {
      throw Fault.noVerdict(
          "InfluxDB took %s points of %s, but contains %s of this run: %s"
              .formatted(
                  Integer.toString(expected),
                  schema.measurement(),
                  Long.toString(stored),
                  "two with the same tags, or another run that started at the same instant,"
                      + " overwrite each other"));
    }
  }

  private long stored(InfluxSchema schema, Run run) {
    return database
        .rows(
            "SELECT %s FROM %s WHERE %s AND %s"
                .formatted(
                    Column.RUN, schema.from(), at(run), InfluxQl.equal(Column.RUN, run.run())))
        .count();
  }

  private static String at(Run run) {
    return Column.TIME + " = " + InfluxQl.nanoseconds(run.started());
  }
}
