package io.perfline.sims.engine;

/**
 * Says whether the latest values of a series still go up or down: the test of Mann and Kendall (H.
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
    double deviation = Math.sqrt(values * (values - 1.0) * (2.0 * values + 5) / 18);
    return values >= LEAST && Math.max(0, Math.abs(ups) - 1) <= CRITICAL * deviation;
  }

  /** The {@code index}th of the latest, the oldest first. */
  private double at(int index) {
    return latest[(int) ((windows + index) % WINDOWS)];
  }
}
