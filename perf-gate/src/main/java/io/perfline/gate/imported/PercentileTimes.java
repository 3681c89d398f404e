package io.perfline.gate.imported;

import io.perfline.core.run.TimeCounter;
import io.perfline.core.run.TimeDistribution;
import java.util.SortedMap;

/** Makes a distribution of a tool's percentiles: exact at each of them, unknown between them. */
final class PercentileTimes {

  private static final double MICROS_PER_MILLI = 1000;

  private PercentileTimes() {}

  /**
   * @param milliseconds the times by percentile, which must include 100, the largest value
   */
  static TimeDistribution of(SortedMap<Double, Double> milliseconds, long count) {
    TimeCounter times = new TimeCounter();
    long before = 0;
    for (var one : milliseconds.entrySet()) {
      long upTo = (long) Math.ceil(count * one.getKey() / 100);
      upTo = one.getKey() < 100 ? Math.min(upTo, count - 1) : count; // the last one is the largest
      if (upTo > before) {
        times.record(Math.round(one.getValue() * MICROS_PER_MILLI), upTo - before);
        before = upTo;
      }
    }
    return TimeDistribution.of(times.histogram());
  }
}
