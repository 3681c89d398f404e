package io.perfline.gate.judge;

import io.perfline.core.run.Run;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Metric;
import java.util.Set;

/** The results of earlier runs. */
public interface History {

  /** No history, for thresholds that compare with no earlier run. */
  History NONE =
      (baseline, candidate, metrics) -> {
        throw new IllegalStateException("there is no history");
      };

  /**
   * Returns the runs of a baseline: of its branch, within its age, with the properties that must
   * equal the candidate's, older than the candidate, and neither INVALID nor FAIL nor waived.
   *
   * @param metrics the metrics that are needed
   * @throws io.perfline.core.command.Fault (no verdict) when it can't be read
   */
  PastRuns runs(Baseline.Past baseline, Run candidate, Set<Metric> metrics);
}
