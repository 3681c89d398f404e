package io.perfline.sims.bench;

import java.io.IOException;

/** A kind of comparison, as {@code ./perf bench NAME} runs it. */
interface Discipline {

  /**
   * Measures, and adds each line of the result as soon as it is known.
   *
   * @throws io.perfline.deploy.command.Fault when nothing more of it can be measured
   */
  void run(Ground ground, Results results) throws InterruptedException, IOException;
}
