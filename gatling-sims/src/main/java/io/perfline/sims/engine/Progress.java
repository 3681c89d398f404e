package io.perfline.sims.engine;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Receives the progress of a load once a second; must return quickly. */
public interface Progress {

  /** The time after which a load without any success is reported as such. */
  Duration FAILING = Duration.ofSeconds(5);

  Progress NONE = (elapsed, messagesPerSecond, errors) -> {};

  /**
   * Reports a second of load.
   *
   * @param elapsed the time since the start of the load, warm-up included
   * @param messagesPerSecond the rate in this second; 0 during the warm-up, NaN if it is not
   *     measured
   * @param errors the number of errors since the start
   */
  void tick(Duration elapsed, double messagesPerSecond, long errors);

  /**
   * Reports, after each second from {@link #FAILING} on, that every request of the load has failed
   * so far. May end the load by an exception.
   */
  default void allFailed() {}

  /**
   * Returns what is done between the warm-up and the measured period; null for nothing. The load
   * goes on in the meantime, and its requests don't count. A load whose period can't be moved, such
   * as one that several generators share, does without.
   */
  default Callable<Void> afterWarmUp() {
    return null;
  }
}
