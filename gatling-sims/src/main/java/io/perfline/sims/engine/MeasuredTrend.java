package io.perfline.sims.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Tests whether a service was still warming up while it was measured. It was if the mean response
 * times of the measured intervals fall, by the test of {@link MannKendall}, and by so much that the
 * results depend on the duration of the measurement. In the closed model throughput then rises.
 */
final class MeasuredTrend {

  /** The smallest number of intervals (seconds or half seconds) that can be tested. */
  static final int MIN_INTERVALS = 8;

  /** The largest fall, as a share, of the mean from the first third to the last third. */
  private static final double MAX_FALL = 0.10;

  private final List<Double> means = new ArrayList<>();

  /** Adds a measured interval; one without a response is left out. */
  void add(CountedInterval interval) {
    if (interval.requests() > 0) {
      means.add(interval.response().getMean());
    }
  }

  /** Returns true if the response times do not fall; null if too few intervals were measured. */
  Boolean isSteady() {
    if (means.size() < MIN_INTERVALS) {
      return null;
    }
    int third = means.size() / 3;
    double first = mean(means.subList(0, third));
    double last = mean(means.subList(means.size() - third, means.size()));
    return last >= (1 - MAX_FALL) * first || !MannKendall.falls(means);
  }

  /** Returns true if the response times fall when one more interval is added. */
  boolean fallsWith(CountedInterval interval) {
    MeasuredTrend longer = new MeasuredTrend();
    longer.means.addAll(means);
    longer.add(interval);
    return Boolean.FALSE.equals(longer.isSteady());
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }
}
