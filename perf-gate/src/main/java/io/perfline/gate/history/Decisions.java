package io.perfline.gate.history;

import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.EventKind;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.Schema;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Outcome;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

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
    Set<String> passed = new HashSet<>();
    database.ask(
        "SELECT %s, %s FROM %s WHERE %s AND %s"
            .formatted(
                Column.RUN,
                Column.TEXT,
                Schema.PERF_EVENT.from(),
                InfluxQl.equal(Column.KIND, EventKind.GATE.word()),
                of),
        event -> {
          String told = event.text(Column.TEXT);
          if (told.startsWith(Outcome.PASS.word()) || told.startsWith(Outcome.WARN.word())) {
            passed.add(event.text(Column.RUN));
          }
        });
    Set<String> waived = new HashSet<>();
    database.ask(
        "SELECT %s, %s FROM %s WHERE %s AND %s"
            .formatted(
                Column.RUN,
                Column.FINDING,
                Schema.PERF_VERDICT.from(),
                InfluxQl.equal(Column.FINDING, Finding.WAIVED.word()),
                of),
        line -> waived.add(line.text(Column.RUN)));
    return new Decisions(passed, waived);
  }

  boolean accepted(String run) {
    return passed.contains(run) && !waived.contains(run);
  }
}
