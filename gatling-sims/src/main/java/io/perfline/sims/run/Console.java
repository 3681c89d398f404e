package io.perfline.sims.run;

import io.perfline.core.run.CaseResult;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.workload.CasePlan;
import java.io.PrintWriter;
import java.util.List;

/** Shows a run to whoever waits for it. */
interface Console extends AutoCloseable {

  /** A bar where a person watches, else lines. */
  static Console of(PrintWriter out, List<CasePlan> plans, String profile) {
    return BarConsole.isWatched() ? new BarConsole(out, plans, profile) : new PlainConsole(out);
  }

  /** A case begins; the progress tells how it goes. */
  Progress begins(CasePlan plan);

  /** A case has been measured, or couldn't be. */
  void ended(CaseResult result);

  @Override
  void close();
}
