package io.perfline.gate.history;

import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.EventKind;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which runs may be a baseline: those that the gate let through, and not by a waiver.
 *
 * @param passed runs whose decision is PASS or WARN
 * @param waived runs with a waived line
 */
record Decisions(Set<String> passed, Set<String> waived) {

  static Decisions since(Instant oldest, Baseline.Past baseline, Run candidate, Database database) {
    String of = InfluxQl.equal(Column.BRANCH, baseline.branch()) + " AND " + InfluxQl.since(oldest);
    if (baseline.same().contains(Baseline.Same.ENVIRONMENT)) {
      of += " AND " + InfluxQl.equal(Column.ENVIRONMENT, candidate.environment().name());
    }
    List<InfluxRow> events =
        database.ask(
            "SELECT %s, %s FROM %s WHERE %s AND %s"
                .formatted(
                    Column.RUN,
                    Column.TEXT,
                    InfluxSchema.PERF_EVENT.from(),
                    InfluxQl.equal(Column.KIND, EventKind.GATE.word()),
                    of));
    List<InfluxRow> lines =
        database.ask(
            "SELECT %s, %s FROM %s WHERE %s AND %s"
                .formatted(
                    Column.RUN,
                    Column.FINDING,
                    InfluxSchema.PERF_VERDICT.from(),
                    InfluxQl.equal(Column.FINDING, Finding.WAIVED.word()),
                    of));
    return of(events.stream(), lines.stream());
  }

  /**
   * @param events decisions of the gate
   * @param waived lines of verdicts
   */
  static Decisions of(Stream<InfluxRow> events, Stream<InfluxRow> waived) {
    return new Decisions(
        events.filter(Decisions::passed).map(Decisions::run).collect(Collectors.toSet()),
        waived.map(Decisions::run).collect(Collectors.toSet()));
  }

  private static boolean passed(InfluxRow event) {
    String told = event.text(Column.TEXT);
    return told.startsWith(Outcome.PASS.word()) || told.startsWith(Outcome.WARN.word());
  }

  private static String run(InfluxRow row) {
    return row.text(Column.RUN);
  }

  boolean accepted(String run) {
    return passed.contains(run) && !waived.contains(run);
  }
}
