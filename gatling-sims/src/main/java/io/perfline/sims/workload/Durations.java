package io.perfline.sims.workload;

import java.time.Duration;

/**
 * How long a case's load runs in a profile.
 *
 * @param warmUp before anything counts, at least
 * @param warmUpMost the same at most, when the load isn't steady before; not below it
 * @param duration of what counts
 * @param atMost the same for a comparison that is undecided behind {@code duration}; not below it
 */
public record Durations(Duration warmUp, Duration warmUpMost, Duration duration, Duration atMost) {

  /** Of a case that compares nothing. */
  public Durations(Duration warmUp, Duration warmUpMost, Duration duration) {
    this(warmUp, warmUpMost, duration, duration);
  }

  /** With a warm-up of a fixed length. */
  public Durations(Duration warmUp, Duration duration) {
    this(warmUp, warmUp, duration);
  }
}
