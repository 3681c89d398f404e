package io.perfline.gate.history;

import io.perfline.gate.thresholds.Metric;
import java.util.List;
import java.util.Set;

/** The complete history of each case of one branch, environment and profile. */
public interface TrendHistory {

  /**
   * A case with a history.
   *
   * @param name its name
   * @param target what was loaded, as in {@code direct}
   */
  record Measured(String name, String target) {}

  /** Returns true if the points of a case contain the metric. */
  static boolean holds(Metric metric) {
    return metric != Metric.EFFICIENCY
        && metric != Metric.SPACE
        && metric != Metric.STALLS
        && !metric.ofConsumers();
  }

  /** Returns all measured cases. */
  List<Measured> cases();

  /** Returns all valid measurements of a case, by machine. */
  List<CaseHistory> histories(Measured measured, Set<Metric> metrics);
}
