package io.perfline.gate.history;

import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.Run;
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
    Queries queries = new Queries(address.get());
    List<InfluxRow> answers = answers(queries, casesQuery(baseline, candidate, metrics), candidate);
    if (answers.isEmpty()) {
      return new PastRuns(Map.of(), "the history holds none");
    }
    long oldest = answers.stream().mapToLong(InfluxRow::time).min().orElseThrow();
    Decisions decisions = Decisions.since(oldest, baseline, candidate, queries);
    return select(answers, baseline, candidate, decisions);
  }

  /** Those of the candidate's cases: what was given up long ago would make the history long. */
  private static List<InfluxRow> answers(Queries queries, String query, Run candidate) {
    Set<String> measured =
        candidate.cases().stream()
            .map(one -> PastRuns.key(one.name(), one.target()))
            .collect(Collectors.toSet());
    List<InfluxRow> answers = new ArrayList<>();
    queries.ask(
        query,
        answer -> {
          if (measured.contains(key(answer))) {
            answers.add(answer);
          }
        });
    return answers;
  }

  private static String key(InfluxRow answer) {
    return PastRuns.key(answer.text("case"), answer.text("target"));
  }

  private static String casesQuery(Baseline.Past baseline, Run candidate, Set<Metric> metrics) {
    Instant oldest = candidate.started().minus(baseline.maxAge());
    List<String> conditions = new ArrayList<>();
    conditions.add("branch = " + Queries.text(baseline.branch()));
    if (baseline.same().contains(Same.ENVIRONMENT)) {
      conditions.add("environment = " + Queries.text(candidate.environment().name()));
    }
    if (baseline.same().contains(Same.PROFILE)) {
      conditions.add("profile = " + Queries.text(candidate.profile()));
    }
    conditions.add("time >= " + nanoseconds(oldest));
    conditions.add("time < " + nanoseconds(candidate.started()));
    return "SELECT %s FROM perf_case WHERE %s GROUP BY \"case\", target ORDER BY time DESC LIMIT %d"
        .formatted(
            PastPoint.columns(metrics), String.join(" AND ", conditions), baseline.last() * SPARE);
  }

  static long nanoseconds(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
  }

  private static PastRuns select(
      List<InfluxRow> answers, Baseline.Past baseline, Run candidate, Decisions decisions) {
    Map<String, List<PastCase>> cases = new HashMap<>();
    Set<String> elsewhere = new HashSet<>();
    Set<String> undecided = new HashSet<>();
    boolean sameMachine = baseline.same().contains(Same.FINGERPRINT);
    for (InfluxRow answer : answers) {
      String run = answer.text("run");
      if (run.equals(candidate.run())) {
        continue;
      }
      if (sameMachine
          && !answer.text("fingerprint").equals(candidate.environment().fingerprint())) {
        elsewhere.add(run);
      } else if (!decisions.accepted(run) || !answer.text("valid").equals("true")) {
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
