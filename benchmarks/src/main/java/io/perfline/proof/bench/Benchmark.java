package io.perfline.proof.bench;

import java.io.IOException;
import java.util.List;

/** A kind of comparison that {@code ./perfline-dev bench NAME} runs. */
interface Benchmark {

  /**
   * Measures and adds each row of the result as soon as it is known.
   *
   * @throws io.perfline.core.command.Fault if the benchmark cannot continue
   */
  void run(BenchContext context, BenchResults results) throws InterruptedException, IOException;

  /**
   * Returns the parts that can be measured separately, with {@code ./perfline-dev bench NAME/PART}.
   */
  default List<String> parts() {
    return List.of();
  }
}
