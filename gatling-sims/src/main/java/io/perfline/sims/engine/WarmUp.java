package io.perfline.sims.engine;

import java.time.Duration;
import java.util.List;

/**
 * Ends a warm-up when the load is steady: when the mean response times of its latest {@link
 * MannKendall#WINDOWS} windows neither rise nor fall. In the closed model throughput would show the
 * same, by Little's law, but not in the open model. The shortest warm-up lasts that many windows.
 */
final class WarmUp {

  private static final long SHORTEST = Duration.ofMillis(10).toNanos();

  private final MannKendall trend = new MannKendall();
  private final long window;
  private long windowEnd;
  private long answers;
  private long waitedNanos;

  WarmUp(Load load, MeasuredPeriod period) {
    window = Math.max(SHORTEST, load.warmUp().toNanos() / MannKendall.WINDOWS);
    windowEnd = period.begin() + window;
  }

  long windowEnd() {
    return windowEnd;
  }

  /**
   * Adds answered requests.
   *
   * @param nanos the sum of their response times
   */
  void add(long requests, long nanos) {
    answers += requests;
    waitedNanos += nanos;
  }

  /** Returns whether the load is steady; false within a window. */
  boolean isSteady(long now, List<InFlightRequests> inFlight) {
    if (now - windowEnd < 0) {
      return false;
    }
    inFlight.forEach(requests -> requests.moveUncountedTo(this));
    trend.add(answers == 0 ? Double.NaN : waitedNanos / (double) answers);
    answers = 0;
    waitedNanos = 0;
    windowEnd = now + window;
    return trend.hasSettled();
  }
}
