package io.perfline.sims.run;

import io.perfline.core.run.Case;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.workload.CasePlan;

/** Shows a run to whoever waits for it. */
interface Console extends AutoCloseable {

  /** A case begins; the progress tells how it goes. */
  Progress begins(CasePlan plan);

  /** A case has been measured, or couldn't be. */
  void ended(Case measured);

  @Override
  void close();
}
