package io.perfline.gate.history;

import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import java.util.List;

/**
 * All valid measurements of a case on one machine.
 *
 * @param target the target of the load, such as {@code direct}
 * @param fingerprint the fingerprint of the machine; each machine has its own history
 * @param runs the valid results of the case, oldest first
 */
public record CaseHistory(String name, String target, String fingerprint, List<PastCase> runs) {
  public CaseHistory {
    runs = List.copyOf(runs);
  }

  /** Returns true if any run measured the metric. */
  public boolean contains(Metric metric) {
    return runs.stream()
        .anyMatch(pastCase -> Double.isFinite(pastCase.values().applyAsDouble(metric)));
  }
}
