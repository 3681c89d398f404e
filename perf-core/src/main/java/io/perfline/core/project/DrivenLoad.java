package io.perfline.core.project;

import java.time.Duration;

/** A load of a {@code perf.yml} that perfline's own engine generates. */
public sealed interface DrivenLoad extends PlannedLoad
    permits Scenario, TopicLoad, CustomDriverLoad, Replay {

  /**
   * Returns the name of its driver, which is also the key of the load's name in {@code run.json}.
   */
  String driver();

  /** Returns the load model. */
  LoadModel model();

  /** Returns the maximum sum of the think times of a session. */
  default Duration longestThinkTime() {
    return Duration.ZERO;
  }

  /** Returns the time after which a whole session counts as unanswered. */
  default Duration wholeTimeout() {
    return model().timeout();
  }
}
