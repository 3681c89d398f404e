package io.perfline.sims.engine;

import java.time.Duration;

/** Receives the progress of a load once a second; must return quickly. */
public interface Progress {

  Progress NONE = (elapsed, messagesPerSecond, errors) -> {};

  /**
   * Called after each second.
   *
   * @param elapsed time since the start of the load, warm-up included
   * @param messagesPerSecond in the last second; 0 during the warm-up
   * @param errors the number of errors so far
   */
  void tick(Duration elapsed, double messagesPerSecond, long errors);
}
