package io.perfline.sims.run;

import io.perfline.gate.run.Case;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.Pace;
import java.io.IOException;

/** Measures a case, whatever happens: what keeps it from it becomes the case's problem. */
interface CaseRunner {

  /**
   * Looks whether the environment says where the plan's servers are.
   *
   * @throws io.perfline.deploy.command.Fault exit code 2 when it doesn't
   */
  void check(CasePlan plan);

  /**
   * Measures {@code plan}.
   *
   * @param scope a name for topics and the like that nothing else uses
   */
  Case run(CasePlan plan, Pace pace, String scope, Progress progress)
      throws InterruptedException, IOException;
}
