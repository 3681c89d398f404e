package io.perfline.sims.engine;

import java.time.Duration;

/** Receives the progress of a load once a second; must return quickly. */
public interface Progress {

  Progress NONE = (elapsed, messagesPerSecond, errors) -> {};

  /**
   * Reports a second of load.
   *
   * @param elapsed the time since the start of the load, warm-up included
   * @param messagesPerSecond the rate in this second; 0 during the warm-up
   * @param errors the number of errors since the start
   */
  void tick(Duration elapsed, double messagesPerSecond, long errors);
}
