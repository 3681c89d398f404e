package io.perfline.sims.engine;

import java.time.Duration;

/** Is told once a second how a load goes; must be quick. */
public interface Progress {

  Progress NONE = (elapsed, messagesPerSecond, errors) -> {};

  /**
   * A second has passed.
   *
   * @param elapsed since the start of the load, warm-up included
   * @param messagesPerSecond of the last second; 0 during the warm-up
   * @param errors so far
   */
  void tick(Duration elapsed, double messagesPerSecond, long errors);
}
