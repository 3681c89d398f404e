package io.perfline.gate.judge;

import io.perfline.core.run.Run;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Metric;
import java.util.Set;

/** What earlier runs measured. */
public interface History {

  /** For thresholds that compare with no earlier run. */
  History NONE =
      (baseline, candidate, metrics) -> {
        throw new IllegalStateException("there is no history to ask");
      };

  /**
   * The runs that a baseline stands for: of its branch, younger than its age, sharing with the
   * candidate what it says, older than the candidate, and neither INVALID nor FAIL nor waived.
   *
   * @param metrics the metrics that will be asked of them
   * @throws io.perfline.core.command.Fault (no verdict) when it can't be read
   */
  PastRuns runs(Baseline.Past baseline, Run candidate, Set<Metric> metrics);
}
