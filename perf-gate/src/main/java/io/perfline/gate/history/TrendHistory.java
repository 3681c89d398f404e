package io.perfline.gate.history;

import io.perfline.gate.history.CaseRuns.Attempt;
import io.perfline.gate.history.CaseRuns.Kind;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The complete history of each case of one branch, environment and profile. */
public interface TrendHistory {

  /**
   * A case with a history.
   *
   * @param target the target of the load, such as {@code direct}
   */
  record Measured(String name, String target) {}

  List<Measured> cases();

  /** Returns all results of a case; the valid ones are grouped by machine. */
  default CaseRuns runs(Measured measured, Set<Metric> metrics) {
    Map<String, List<PastCase>> machines = new TreeMap<>();
    Deque<Attempt> attempts = new ArrayDeque<>();
    rows(
        measured,
        metrics,
        row -> {
          Attempt attempt = PastPoint.attempt(row);
          attempts.addLast(attempt);
          if (attempts.size() > CaseRuns.NEWEST) {
            attempts.removeFirst();
          }
          if (attempt.kind() == Kind.VALID) {
            machines
                .computeIfAbsent(row.text(Column.FINGERPRINT), machine -> new ArrayList<>())
                .add(PastPoint.read(row, metrics));
          }
        });
    List<CaseHistory> histories =
        machines.entrySet().stream()
            .map(
                machine ->
                    new CaseHistory(
                        measured.name(), measured.target(), machine.getKey(), machine.getValue()))
            .toList();
    return new CaseRuns(histories, List.copyOf(attempts));
  }

  /** Passes on the points of a case, oldest first. */
  void rows(Measured measured, Set<Metric> metrics, Consumer<InfluxRow> each);
}
