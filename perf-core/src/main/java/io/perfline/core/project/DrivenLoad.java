package io.perfline.core.project;

import java.time.Duration;

/** A load of a {@code perf.yml} that perfline's own engine drives. */
public sealed interface DrivenLoad extends PlannedLoad
    permits Scenario, TopicLoad, DriverLoad, Replay {

  /** Returns the name of its driver, under which {@code run.json} also records the load's name. */
  String driver();

  /** Returns how much load there is at the same time. */
  LoadModel pace();

  /** Returns the longest think time of everything that begins together. */
  default Duration longestThinkTime() {
    return Duration.ZERO;
  }

  /** Returns the time after which everything that begins together counts as unanswered. */
  default Duration wholeTimeout() {
    return pace().timeout();
  }
}
