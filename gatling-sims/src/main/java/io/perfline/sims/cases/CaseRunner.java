package io.perfline.sims.cases;

import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.workload.CasePlan;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Measures a case. What prevents the measurement becomes the case's problem. */
public interface CaseRunner {

  /**
   * Checks that the environment describes the servers of a plan.
   *
   * @throws io.perfline.core.command.Fault exit code 2 if it does not
   */
  void check(CasePlan plan);

  /** Returns the settings of a plan as {@code run.json} contains them. */
  default Map<String, String> parameters(CasePlan plan) {
    return plan.settings().asText();
  }

  /** Returns whether a shard has load; a load that cannot be shared is the first shard's. */
  default boolean hasLoad(CasePlan plan, Shard shard) {
    return shard.index() == 0;
  }

  /** Measures {@code plan}. The result is the case, followed by its parts. */
  List<CaseResult> run(CasePlan plan, Durations durations, CaseSlot slot, Progress progress)
      throws InterruptedException, IOException;

  /**
   * The position of a case in a run.
   *
   * @param scope a unique name for topics and other data of the case
   * @param shard this generator's part of the case
   */
  record CaseSlot(String scope, Shard shard) {}
}
