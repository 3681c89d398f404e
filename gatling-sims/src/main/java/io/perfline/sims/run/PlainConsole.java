package io.perfline.sims.run;

import io.perfline.core.run.CaseResult;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.workload.CasePlan;
import java.io.PrintWriter;

/** A line when a case begins and one when it has ended: for logs. */
record PlainConsole(PrintWriter out) implements Console {

  @Override
  public Progress begins(CasePlan plan) {
    out.println("measuring " + plan.name() + ", " + plan.target());
    out.flush();
    return Progress.NONE;
  }

  @Override
  public void ended(CaseResult result) {
    out.println(CaseLine.of(result));
    out.flush();
  }

  @Override
  public void close() {
    out.flush();
  }
}
