package io.perfline.sims.run;

import io.perfline.gate.run.Case;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Share;
import io.perfline.sims.workload.CasePlan;
import io.perfline.sims.workload.Pace;
import java.io.IOException;
import java.util.Map;

/** Measures a case, whatever happens: what keeps it from it becomes the case's problem. */
interface CaseRunner {

  /**
   * Looks whether the environment says where the plan's servers are.
   *
   * @throws io.perfline.deploy.command.Fault exit code 2 when it doesn't
   */
  void check(CasePlan plan);

  /** The plan's setting, as {@code run.json} keeps it. */
  Map<String, String> parameters(CasePlan plan);

  /** Whether a share of {@code plan} holds any load. */
  boolean hasLoad(CasePlan plan, Share share);

  /** Measures {@code plan}. */
  Case run(CasePlan plan, Pace pace, Turn turn, Progress progress)
      throws InterruptedException, IOException;
}
