package io.perfline.sims.workload;

import java.time.Duration;

/**
 * How long a case's load runs in a profile.
 *
 * @param warmUp before anything counts
 * @param duration of what counts
 */
public record Pace(Duration warmUp, Duration duration) {}
