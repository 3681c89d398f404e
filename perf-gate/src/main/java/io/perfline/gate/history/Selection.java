package io.perfline.gate.history;

import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.EventKind;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.judge.PastRuns;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Baseline.Same;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Selects the results of earlier runs that a candidate may be compared with, for every kind of
 * history.
 */
record Selection(Baseline.Past baseline, Run candidate) {

  /** The number of runs to read for each one that is needed, because some are left out. */
  private static final int SPARE = 3;

  static String key(InfluxRow row) {
    return PastRuns.key(row.text(Column.CASE), row.text(Column.TARGET));
  }

  /** Returns the number of newest points to read per case. */
  int rows() {
    return baseline.last() * SPARE;
  }

  /**
   * Returns the runs that the candidate may be compared with.
   *
   * @param rows the rows of the candidate's cases, newest first
   * @param kept the location of the history, for messages
   */
  PastRuns of(List<InfluxRow> rows, Decisions decisions, String kept) {
    Map<String, List<PastCase>> cases = new HashMap<>();
    Set<String> elsewhere = new HashSet<>();
    Set<String> undecided = new HashSet<>();
    boolean sameMachine = baseline.same().contains(Same.FINGERPRINT);
    for (InfluxRow row : rows) {
      String run = row.text(Column.RUN);
      if (run.equals(candidate.run())) {
        continue;
      }
      if (sameMachine
          && !row.text(Column.FINGERPRINT).equals(candidate.environment().fingerprint())) {
        elsewhere.add(run);
      } else if (!decisions.accepted(run) || !row.truth(Column.VALID)) {
        undecided.add(run);
      } else {
        cases.computeIfAbsent(key(row), key -> new ArrayList<>()).add(PastPoint.read(row));
      }
    }
    cases.values().forEach(Collections::reverse);
    return new PastRuns(cases, leftOut(elsewhere.size(), undecided.size()), kept);
  }

  private static String leftOut(int elsewhere, int undecided) {
    List<String> reasons = new ArrayList<>();
    if (elsewhere > 0) {
      reasons.add(elsewhere + " of another machine");
    }
    if (undecided > 0) {
      reasons.add(undecided + " that didn't pass the gate themselves or were never judged");
    }
    return reasons.isEmpty() ? "" : "left out: " + String.join(", ", reasons);
  }

  /**
   * The runs whose verdicts decide if they may be part of a baseline.
   *
   * @param passed the runs whose verdict is PASS or WARN
   * @param waived the runs with a waived line, which may not be part of it
   */
  record Decisions(Set<String> passed, Set<String> waived) {

    static Decisions since(
        Instant oldest, Baseline.Past baseline, Run candidate, Database database) {
      String condition =
          InfluxQl.equal(Column.BRANCH, baseline.branch()) + " AND " + InfluxQl.since(oldest);
      if (baseline.same().contains(Baseline.Same.ENVIRONMENT)) {
        condition += " AND " + InfluxQl.equal(Column.ENVIRONMENT, candidate.environment().name());
      }
      List<InfluxRow> events =
          database.ask(
              "SELECT %s, %s FROM %s WHERE %s AND %s"
                  .formatted(
                      Column.RUN,
                      Column.TEXT,
                      InfluxSchema.PERF_EVENT.from(),
                      InfluxQl.equal(Column.KIND, EventKind.GATE.id()),
                      condition));
      List<InfluxRow> lines =
          database.ask(
              "SELECT %s, %s FROM %s WHERE %s AND %s"
                  .formatted(
                      Column.RUN,
                      Column.FINDING,
                      InfluxSchema.PERF_VERDICT.from(),
                      InfluxQl.equal(Column.FINDING, Finding.WAIVED.id()),
                      condition));
      return of(events.stream(), lines.stream());
    }

    /**
     * Extracts the runs from rows. The newest decision on a run counts.
     *
     * @param events the events with the gate's decisions
     */
    static Decisions of(Stream<InfluxRow> events, Stream<InfluxRow> waived) {
      return new Decisions(
          events
              .collect(
                  Collectors.toMap(
                      Decisions::run,
                      Function.identity(),
                      BinaryOperator.maxBy(Comparator.comparing(InfluxRow::time))))
              .values()
              .stream()
              .filter(Decisions::passed)
              .map(Decisions::run)
              .collect(Collectors.toSet()),
          waived.map(Decisions::run).collect(Collectors.toSet()));
    }

    private static boolean passed(InfluxRow event) {
      String text = event.text(Column.TEXT);
      return text.startsWith(Outcome.PASS.id()) || text.startsWith(Outcome.WARN.id());
    }

    private static String run(InfluxRow row) {
      return row.text(Column.RUN);
    }

    boolean accepted(String run) {
      return passed.contains(run) && !waived.contains(run);
    }
  }
}
