package io.perfline.gate.history;

import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.influx.Schema;
import io.perfline.gate.judge.History;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.judge.PastRuns;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Baseline.Same;
import io.perfline.gate.thresholds.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The history that publishing keeps in InfluxDB. Connects when it is first asked. */
public final class InfluxHistory implements History {

  /** How many runs are looked at for each that is wanted, since some are left out. */
  private static final int SPARE = 3;

  private final Supplier<InfluxDb> address;

  /**
   * @param address asked only when there is something to read
   */
  public InfluxHistory(Supplier<InfluxDb> address) {
    this.address = address;
  }

  @Override
  public PastRuns runs(Baseline.Past baseline, Run candidate, Set<Metric> metrics) {
    try (Database database = Database.at(address.get(), Retry.never())) {
      List<InfluxRow> answers =
          answers(database, casesQuery(baseline, candidate, metrics), candidate);
      if (answers.isEmpty()) {
        return new PastRuns(Map.of(), "the history holds none");
      }
      Instant oldest = answers.stream().map(InfluxRow::time).min(Instant::compareTo).orElseThrow();
      Decisions decisions = Decisions.since(oldest, baseline, candidate, database);
      return select(answers, baseline, candidate, decisions);
    }
  }

  /** Those of the candidate's cases: what was given up long ago would make the history long. */
  private static List<InfluxRow> answers(Database database, String query, Run candidate) {
    Set<String> measured =
        candidate.cases().stream()
            .map(one -> PastRuns.key(one.name(), one.target()))
            .collect(Collectors.toSet());
    List<InfluxRow> answers = new ArrayList<>();
    database.ask(
        query,
        answer -> {
          if (measured.contains(key(answer))) {
            answers.add(answer);
          }
        });
    return answers;
  }

  private static String key(InfluxRow answer) {
    return PastRuns.key(answer.text(Column.CASE), answer.text(Column.TARGET));
  }

  private static String casesQuery(Baseline.Past baseline, Run candidate, Set<Metric> metrics) {
    Instant oldest = candidate.started().minus(baseline.maxAge());
    List<String> conditions = new ArrayList<>();
    conditions.add(InfluxQl.equal(Column.BRANCH, baseline.branch()));
    if (baseline.same().contains(Same.ENVIRONMENT)) {
      conditions.add(InfluxQl.equal(Column.ENVIRONMENT, candidate.environment().name()));
    }
    if (baseline.same().contains(Same.PROFILE)) {
      conditions.add(InfluxQl.equal(Column.PROFILE, candidate.profile()));
    }
    conditions.add(InfluxQl.since(oldest));
    conditions.add(Column.TIME + " < " + InfluxQl.nanoseconds(candidate.started()));
    return "SELECT %s FROM %s WHERE %s GROUP BY %s ORDER BY %s DESC LIMIT %d"
        .formatted(
            PastPoint.columns(metrics),
            Schema.PERF_CASE.from(),
            String.join(" AND ", conditions),
            PastPoint.CASE_AND_TARGET,
            Column.TIME,
            baseline.last() * SPARE);
  }

  private static PastRuns select(
      List<InfluxRow> answers, Baseline.Past baseline, Run candidate, Decisions decisions) {
    Map<String, List<PastCase>> cases = new HashMap<>();
    Set<String> elsewhere = new HashSet<>();
    Set<String> undecided = new HashSet<>();
    boolean sameMachine = baseline.same().contains(Same.FINGERPRINT);
    for (InfluxRow answer : answers) {
      String run = answer.text(Column.RUN);
      if (run.equals(candidate.run())) {
        continue;
      }
      if (sameMachine
          && !answer.text(Column.FINGERPRINT).equals(candidate.environment().fingerprint())) {
        elsewhere.add(run);
      } else if (!decisions.accepted(run) || !answer.truth(Column.VALID)) {
        undecided.add(run);
      } else {
        cases.computeIfAbsent(key(answer), key -> new ArrayList<>()).add(PastPoint.read(answer));
      }
    }
    cases.values().forEach(Collections::reverse);
    return new PastRuns(cases, leftOut(elsewhere.size(), undecided.size()));
  }

  private static String leftOut(int elsewhere, int undecided) {
    List<String> told = new ArrayList<>();
    if (elsewhere > 0) {
      told.add(elsewhere + " of another machine");
    }
    if (undecided > 0) {
      told.add(undecided + " that didn't pass the gate themselves or were never judged");
    }
    return told.isEmpty() ? "" : "left out: " + String.join(", ", told);
  }
}
