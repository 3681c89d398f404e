package io.perfline.sims.engine;

import java.time.Duration;

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
}
