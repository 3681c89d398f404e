package io.perfline.gate.history;

import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.EventKind;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.judge.History;
import io.perfline.gate.judge.PastRuns;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Baseline.Same;
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

/** The history in the files that publishing writes. */
public record FileHistory(HistoryFolder folder) implements History {

  private static final Comparator<InfluxRow> BY_TIME = Comparator.comparing(InfluxRow::time);

  @Override
  public PastRuns runs(Baseline.Past baseline, Run candidate, Set<Metric> metrics) {
    Selection selection = new Selection(baseline, candidate);
    Predicate<InfluxRow> isSelected = isSelected(baseline, candidate);
    Map<String, PriorityQueue<InfluxRow>> newest = new HashMap<>();
    List<InfluxRow> events = new ArrayList<>();
    List<InfluxRow> waived = new ArrayList<>();
    List<String> unreadable =
        folder.read(
            List.of(InfluxSchema.PERF_CASE, InfluxSchema.PERF_EVENT, InfluxSchema.PERF_VERDICT),
            (schema, row) -> {
              if (!row.text(Column.BRANCH).equals(baseline.branch())) {
                return;
              }
              if (schema.equals(InfluxSchema.PERF_CASE) && isSelected.test(row)) {
                keepNewest(row, selection.rows(), newest);
              } else if (row.text(Column.KIND).equals(EventKind.GATE.id())) {
                events.add(row);
              } else if (row.text(Column.FINDING).equals(Finding.WAIVED.id())) {
                waived.add(row);
              }
            });
    List<InfluxRow> rows =
        newest.values().stream().flatMap(PriorityQueue::stream).sorted(BY_TIME.reversed()).toList();
    if (rows.isEmpty()) {
      return new PastRuns(
          Map.of(),
          "the history in %s contains none%s".formatted(folder.path(), of(unreadable)),
          "");
    }
    Selection.Decisions decisions = Selection.Decisions.of(events.stream(), waived.stream());
    return selection.of(rows, decisions, folder + of(unreadable));
  }

  private static void keepNewest(
      InfluxRow row, int max, Map<String, PriorityQueue<InfluxRow>> newest) {
    PriorityQueue<InfluxRow> rows =
        newest.computeIfAbsent(Selection.key(row), key -> new PriorityQueue<InfluxRow>(BY_TIME));
    rows.add(row);
    if (rows.size() > max) {
      rows.remove();
    }
  }

  private static String of(List<String> unreadable) {
    return unreadable.isEmpty()
        ? ""
        : " (without %d: %s)".formatted(unreadable.size(), String.join("; ", unreadable));
  }

  private static Predicate<InfluxRow> isSelected(Baseline.Past baseline, Run candidate) {
    Instant oldest = candidate.started().minus(baseline.maxAge());
    Set<String> measured =
        candidate.cases().stream()
            .map(result -> PastRuns.key(result.name(), result.target()))
            .collect(Collectors.toSet());
    Set<Same> same = baseline.same();
    return row ->
        measured.contains(Selection.key(row))
            && !row.time().isBefore(oldest)
            && row.time().isBefore(candidate.started())
            && (!same.contains(Same.ENVIRONMENT)
                || row.text(Column.ENVIRONMENT).equals(candidate.environment().name()))
            && (!same.contains(Same.PROFILE)
                || row.text(Column.PROFILE).equals(candidate.profile()));
  }
}
