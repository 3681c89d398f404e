package io.perfline.gate.history;

import io.perfline.gate.thresholds.Metric;
import java.util.List;
import java.util.Set;

/** The whole history of each case that was published of one branch, environment and profile. */
public interface TrendHistory {

  /**
   * A case that there is a history of.
   *
   * @param name its name
   * @param target what it was aimed at, as in {@code direct}
   */
  record Measured(String name, String target) {}

  /** Whether a case's points tell the metric. */
  static boolean holds(Metric metric) {
    return metric != Metric.EFFICIENCY
        && metric != Metric.SPACE
        && metric != Metric.STALLS
        && !metric.ofConsumers();
  }

  /** All cases that were measured. */
  List<Measured> cases();

  /** What each machine ever validly measured of a case. */
  List<CaseHistory> histories(Measured measured, Set<Metric> metrics);
}
