package io.perfline.sims.engine;

import java.util.List;

/**
 * Tests whether a series has a trend, by the test of Mann and Kendall (H. B. Mann, "Nonparametric
 * Tests Against Trend", Econometrica 13, 1945). The test only uses which of two values is larger,
 * so a pause weighs no more than any other value. Not thread-safe.
 */
final class MannKendall {

  /** The number of latest values that are tested. */
  static final int WINDOWS = 20;

  /** The smallest number of values that can be tested. */
  private static final int MIN_VALUES = WINDOWS / 2;

  /** The quantile of the standard normal distribution for a false alarm rate of 10 %. */
  private static final double CRITICAL = 1.645;

  /** The quantile for a one-sided false alarm rate of 0.1 %, because a run has many cases. */
  private static final double CRITICAL_OF_MANY = 3.09;

  private final double[] latest = new double[WINDOWS];
  private long windows;

  /** Adds the next value; NaN for a window without one. */
  void add(double value) {
    latest[(int) (windows++ % WINDOWS)] = value;
  }

  /** Returns whether there are enough values and they neither rise nor fall. */
  boolean hasSettled() {
    if (windows < WINDOWS) {
      return false;
    }
    int values = 0;
    long ups = 0;
    for (int i = 0; i < WINDOWS; i++) {
      double later = at(i);
      if (Double.isNaN(later)) {
        continue;
      }
      values++;
      for (int j = 0; j < i; j++) {
        ups += Double.isNaN(at(j)) ? 0 : (long) Math.signum(later - at(j));
      }
    }
    return values >= MIN_VALUES && Math.max(0, Math.abs(ups) - 1) <= CRITICAL * deviation(values);
  }

  /** Returns whether a whole series falls, with a false alarm rate of at most 0.1 %. */
  static boolean falls(List<Double> values) {
    long ups = 0;
    for (int i = 0; i < values.size(); i++) {
      for (int j = 0; j < i; j++) {
        ups += (long) Math.signum(values.get(i) - values.get(j));
      }
    }
    return ups + 1 < -CRITICAL_OF_MANY * deviation(values.size());
  }

  private static double deviation(int values) {
    return Math.sqrt(values * (values - 1.0) * (2.0 * values + 5) / 18);
  }

  /** Returns one of the latest values, the oldest first. */
  private double at(int index) {
    return latest[(int) ((windows + index) % WINDOWS)];
  }
}
