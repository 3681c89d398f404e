package io.perfline.proof.bench;

import java.io.IOException;
import java.time.Duration;

/** A side of a comparison. Sides take turns and never run at the same time. */
interface Contender extends AutoCloseable {

  /**
   * Drives load for {@code length} and returns when all requests are answered.
   *
   * @throws io.perfline.core.command.Fault if a request failed, so that there is nothing to compare
   */
  Sample run(Duration length) throws InterruptedException, IOException;

  @Override
  default void close() {}
}
