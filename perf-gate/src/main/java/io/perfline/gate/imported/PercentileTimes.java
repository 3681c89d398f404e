package io.perfline.gate.imported;

import io.perfline.core.run.TimeCounter;
import io.perfline.core.run.TimeDistribution;
import java.util.SortedMap;

/**
 * Makes a distribution from a tool's percentiles. It is exact at each of them and unknown in
 * between.
 */
final class PercentileTimes {

  private static final double MICROS_PER_MILLI = 1000;

  private PercentileTimes() {}

  /**
   * Returns the distribution.
   *
   * @param milliseconds the times in milliseconds by percentile, including 100 for the largest time
   * @param count the number of requests
   */
  static TimeDistribution of(SortedMap<Double, Double> milliseconds, long count) {
    TimeCounter times = new TimeCounter();
    long before = 0;
    for (var one : milliseconds.entrySet()) {
      long upTo = (long) Math.ceil(count * one.getKey() / 100);
      upTo = one.getKey() < 100 ? Math.min(upTo, count - 1) : count; // the last one is the slowest
      if (upTo > before) {
        times.record(Math.round(one.getValue() * MICROS_PER_MILLI), upTo - before);
        before = upTo;
      }
    }
    return TimeDistribution.of(times.histogram());
  }
}
