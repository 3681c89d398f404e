package io.perfline.sims.engine;

import java.util.List;

/**
 * Tests whether the latest values of a series still go up or down: the test of Mann and Kendall (H.
 * B. Mann, "Nonparametric Tests Against Trend", Econometrica 13, 1945), which asks only which of
 * two values is the larger, so that a pause in one of them weighs no more than any other. Not
 * thread-safe.
 */
final class MannKendall {

  /** How many of the latest values are looked at. */
  static final int WINDOWS = 20;

  /** Fewer say nothing. */
  private static final int LEAST = WINDOWS / 2;

  /** Of the standard normal distribution, for a wrong alarm in ten. */
  private static final double CRITICAL = 1.645;

  /** The same for a wrong alarm in a thousand on one side, as a run has many cases. */
  private static final double CRITICAL_OF_MANY = 3.09;

  private final double[] latest = new double[WINDOWS];
  private long windows;

  /** The next value; NaN for a window that had none. */
  void add(double value) {
    latest[(int) (windows++ % WINDOWS)] = value;
  }

  /** Whether enough values are there and they go neither up nor down. */
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
    return values >= LEAST && Math.max(0, Math.abs(ups) - 1) <= CRITICAL * deviation(values);
  }

  /** Tests whether a whole series falls, with a wrong answer in at most one of a thousand. */
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

  /** The {@code index}th of the latest, the oldest first. */
  private double at(int index) {
    return latest[(int) ((windows + index) % WINDOWS)];
  }
}
