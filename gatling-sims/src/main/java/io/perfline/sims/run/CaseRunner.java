package io.perfline.sims.run;

import io.perfline.core.project.Durations;
import io.perfline.core.run.CaseResult;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Shard;
import io.perfline.sims.workload.CasePlan;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Measures a case, whatever happens: what keeps it from it becomes the case's problem. */
interface CaseRunner {

  /**
   * Checks that the environment names the plan's servers.
   *
   * @throws io.perfline.core.command.Fault exit code 2 when it doesn't
   */
  void check(CasePlan plan);

  /** The plan's setting, as {@code run.json} keeps it. */
  default Map<String, String> parameters(CasePlan plan) {
    return plan.settings().asText();
  }

  /**
   * Returns true when a shard of {@code plan} has any load. A load that cannot be shared is driven
   * by the first shard alone.
   */
  default boolean hasLoad(CasePlan plan, Shard shard) {
    return shard.index() == 0;
  }

  /** Measures {@code plan}; its parts follow it. */
  List<CaseResult> run(CasePlan plan, Durations durations, CaseSlot slot, Progress progress)
      throws InterruptedException, IOException;

  /**
   * One case's place in a run.
   *
   * @param scope a name for topics and the like that nothing else uses
   * @param shard this generator's part of the case
   */
  record CaseSlot(String scope, Shard shard) {}
}
