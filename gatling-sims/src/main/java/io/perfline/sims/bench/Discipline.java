package io.perfline.sims.bench;

import java.io.IOException;
import java.util.List;

/** A kind of comparison, as {@code ./perf bench NAME} runs it. */
interface Discipline {

  /** Measures and returns the lines of the result. */
  List<Row> run(Ground ground) throws InterruptedException, IOException;
}
