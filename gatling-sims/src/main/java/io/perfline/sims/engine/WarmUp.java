package io.perfline.sims.engine;

import java.time.Duration;
import java.util.List;

/**
 * Ends a warm-up when the load has become steady: when the mean response times of its latest {@link
 * MannKendall#WINDOWS} windows go neither up nor down. In the closed model throughput says the
 * same, by Little's law; in the open model it says nothing. The shortest warm-up has just as many
 * windows.
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

  /** When there is something to look at. */
  long windowEnd() {
    return windowEnd;
  }

  /** Requests came back, having taken so long together. */
  void saw(long requests, long nanos) {
    answers += requests;
    waitedNanos += nanos;
  }

  /** Whether the load is steady, at the end of a window; false within one. */
  boolean isSteady(long now, List<InFlightRequests> lanes) {
    if (now - windowEnd < 0) {
      return false;
    }
    lanes.forEach(inFlight -> inFlight.tellUncounted(this));
    trend.add(answers == 0 ? Double.NaN : waitedNanos / (double) answers);
    answers = 0;
    waitedNanos = 0;
    windowEnd = now + window;
    return trend.hasSettled();
  }
}
