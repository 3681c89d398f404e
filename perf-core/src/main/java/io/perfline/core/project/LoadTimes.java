package io.perfline.core.project;

import java.time.Duration;

/**
 * How long a scenario is measured.
 *
 * @param warmUp load that runs before and doesn't count
 * @param duration of what counts
 * @param atMost the same for a comparison that is undecided behind {@code duration}
 */
public record LoadTimes(Duration warmUp, Duration duration, Duration atMost) {

  /** Where nothing is said. */
  public static final LoadTimes USUAL =
      new LoadTimes(Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(50));
}
