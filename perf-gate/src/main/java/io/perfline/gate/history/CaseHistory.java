package io.perfline.gate.history;

import io.perfline.gate.judge.PastCase;
import io.perfline.gate.thresholds.Metric;
import java.util.List;

/**
 * Everything that one machine ever measured of a case.
 *
 * @param name the case
 * @param target what it was aimed at, as in {@code direct}
 * @param fingerprint of the machine: another one is another history
 * @param runs valid ones, oldest first
 */
public record CaseHistory(String name, String target, String fingerprint, List<PastCase> runs) {
  public CaseHistory {
    runs = List.copyOf(runs);
  }

  /** Whether any run measured the metric. */
  public boolean tells(Metric metric) {
    return runs.stream()
        .anyMatch(pastCase -> Double.isFinite(pastCase.values().applyAsDouble(metric)));
  }
}
