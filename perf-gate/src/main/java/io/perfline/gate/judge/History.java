package io.perfline.gate.judge;

import io.perfline.core.run.Run;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.thresholds.Baseline;
import java.util.Set;

/** The results of earlier runs. */
public interface History {

  /** The absence of a history, for thresholds that don't compare with earlier runs. */
  History NONE =
      (baseline, candidate, metrics) -> {
        throw new IllegalStateException("there is no history");
      };

  /**
   * Returns the runs of a baseline that are older than the candidate, not older than the baseline's
   * maximum age, on its branch, equal to the candidate in the baseline's properties, and neither
   * INVALID, failed nor waived.
   *
   * @throws io.perfline.core.command.Fault (no verdict) if the history can't be read
   */
  PastRuns runs(Baseline.Past baseline, Run candidate, Set<Metric> metrics);
}
