package io.perfline.sims.service;

import io.perfline.sims.cost.CostMeter;
import java.net.URI;
import java.util.Optional;

/** Where one build of the service runs at a time. */
interface Place extends AutoCloseable {

  /** Its address, without a slash at its end. */
  URI url();

  /**
   * Has a build run there, in place of what did; doesn't wait until it is ready.
   *
   * @throws io.perfline.core.command.Fault exit code 3 when that can't be done
   */
  void run(BuildOfService build) throws InterruptedException;

  /** Whether what runs there may still become ready. */
  default boolean mayBecomeReady() {
    return true;
  }

  /** What its log says; empty when nothing is known. */
  default String lastWords() {
    return "";
  }

  /** Its process, when it is one of this machine. */
  default Optional<ProcessHandle> process() {
    return Optional.empty();
  }

  /** Reads what it uses. */
  CostMeter meter();

  /** Ends what runs there. */
  @Override
  void close();
}
