package io.perfline.sims.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Tests whether a service was still warming up while it was measured: whether the mean response
 * times of the measured seconds fall by the test of {@link MannKendall}, and so far that the case's
 * results depend on how long it was measured.
 */
final class MeasuredTrend {

  /** The seconds that a test needs. */
  static final int LEAST = 8;

  /** The largest fall of the mean from the first third to the last third. */
  private static final double MOST_FALL = 0.10;

  private final List<Double> means = new ArrayList<>();

  /** Adds a measured second; one without an answer is left out. */
  void add(CountedInterval second) {
    if (second.requests() > 0) {
      means.add(second.response().getMean());
    }
  }

  /** Returns true if the response times do not fall; null if too few seconds were measured. */
  Boolean isSteady() {
    if (means.size() < LEAST) {
      return null;
    }
    int third = means.size() / 3;
    double first = mean(means.subList(0, third));
    double last = mean(means.subList(means.size() - third, means.size()));
    return last >= (1 - MOST_FALL) * first || !MannKendall.falls(means);
  }

  /** Returns true if the response times fall when one more second is added. */
  boolean fallsWith(CountedInterval second) {
    MeasuredTrend longer = new MeasuredTrend();
    longer.means.addAll(means);
    longer.add(second);
    return Boolean.FALSE.equals(longer.isSteady());
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }
}
