package io.perfline.gate.history;

import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.EventKind;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.judge.History;
import io.perfline.gate.judge.PastRuns;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Baseline.Same;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.verdict.Finding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The history in files that publishing writes. */
public final class FileHistory implements History {

  private static final Comparator<InfluxRow> BY_TIME = Comparator.comparing(InfluxRow::time);

  private final HistoryFolder folder;

  public FileHistory(HistoryFolder folder) {
    this.folder = folder;
  }

  @Override
  public PastRuns runs(Baseline.Past baseline, Run candidate, Set<Metric> metrics) {
    Selection selection = new Selection(baseline, candidate);
    Predicate<InfluxRow> asked = asked(baseline, candidate);
    Map<String, PriorityQueue<InfluxRow>> newest = new HashMap<>();
    folder.read(
        InfluxSchema.PERF_CASE,
        row -> {
          if (asked.test(row)) {
            PriorityQueue<InfluxRow> rows =
                newest.computeIfAbsent(
                    Selection.key(row), key -> new PriorityQueue<InfluxRow>(BY_TIME));
            rows.add(row);
            if (rows.size() > selection.rows()) {
              rows.remove();
            }
          }
        });
    List<InfluxRow> rows =
        newest.values().stream().flatMap(PriorityQueue::stream).sorted(BY_TIME.reversed()).toList();
    return rows.isEmpty()
        ? new PastRuns(Map.of(), "the history in %s contains none".formatted(folder.path()), "")
        : selection.of(rows, decisions(baseline), folder.toString());
  }

  private static Predicate<InfluxRow> asked(Baseline.Past baseline, Run candidate) {
    Instant oldest = candidate.started().minus(baseline.maxAge());
    Set<String> measured =
        candidate.cases().stream()
            .map(result -> PastRuns.key(result.name(), result.target()))
            .collect(Collectors.toSet());
    Set<Same> same = baseline.same();
    return row ->
        row.text(Column.BRANCH).equals(baseline.branch())
            && measured.contains(Selection.key(row))
            && !row.time().isBefore(oldest)
            && row.time().isBefore(candidate.started())
            && (!same.contains(Same.ENVIRONMENT)
                || row.text(Column.ENVIRONMENT).equals(candidate.environment().name()))
            && (!same.contains(Same.PROFILE)
                || row.text(Column.PROFILE).equals(candidate.profile()));
  }

  private Selection.Decisions decisions(Baseline.Past baseline) {
    return Selection.Decisions.of(
        rows(InfluxSchema.PERF_EVENT, baseline, Column.KIND, EventKind.GATE.word()),
        rows(InfluxSchema.PERF_VERDICT, baseline, Column.FINDING, Finding.WAIVED.word()));
  }

  private Stream<InfluxRow> rows(
      InfluxSchema schema, Baseline.Past baseline, String column, String value) {
    List<InfluxRow> rows = new ArrayList<>();
    folder.read(
        schema,
        row -> {
          if (row.text(Column.BRANCH).equals(baseline.branch()) && row.text(column).equals(value)) {
            rows.add(row);
          }
        });
    return rows.stream();
  }
}
