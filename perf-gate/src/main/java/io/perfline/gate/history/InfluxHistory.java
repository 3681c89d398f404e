package io.perfline.gate.history;

import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.judge.History;
import io.perfline.gate.judge.PastRuns;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Baseline.Same;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The history in the InfluxDB that publishing writes to. It connects when it is first used.
 *
 * @param address supplies the address, which is needed only if there is something to read
 */
public record InfluxHistory(Supplier<InfluxDb> address) implements History {

  @Override
  public PastRuns runs(Baseline.Past baseline, Run candidate, Set<Metric> metrics) {
    try (Database database = Database.at(address.get(), Retry.never())) {
      Selection selection = new Selection(baseline, candidate);
      String query = casesQuery(selection, metrics);
      List<InfluxRow> answers = answers(database, query, candidate);
      if (answers.isEmpty()) {
        return new PastRuns(Map.of(), "the history contains none", "");
      }
      Instant oldest = answers.stream().map(InfluxRow::time).min(Instant::compareTo).orElseThrow();
      Selection.Decisions decisions =
          Selection.Decisions.since(oldest, baseline, candidate, database);
      return selection.of(answers, decisions, "InfluxDB");
    }
  }

  /** Returns the rows of the candidate's cases, without those of cases that no longer exist. */
  private static List<InfluxRow> answers(Database database, String query, Run candidate) {
    Set<String> measured =
        candidate.cases().stream()
            .map(result -> PastRuns.key(result.name(), result.target()))
            .collect(Collectors.toSet());
    List<InfluxRow> answers = new ArrayList<>();
    database.ask(
        query,
        row -> {
          if (measured.contains(Selection.key(row))) {
            answers.add(row);
          }
        });
    return answers;
  }

  private static String casesQuery(Selection selection, Set<Metric> metrics) {
    Baseline.Past baseline = selection.baseline();
    Run candidate = selection.candidate();
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
            InfluxSchema.PERF_CASE.from(),
            String.join(" AND ", conditions),
            PastPoint.CASE_AND_TARGET,
            Column.TIME,
            selection.rows());
  }
}
