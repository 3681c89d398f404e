package io.perfline.gate.statistics;

import java.util.Arrays;
import java.util.Optional;

/**
 * A new level that has lasted for too few runs to be dated by {@link ChangePoints}.
 *
 * <p>The newest run, the two newest and so on up to {@link #MAX_RUNS} are compared with all runs
 * before them, so that the newest run is never compared with runs that are already slow. The first
 * comparison, of the newest run alone, may use most of the error, and the others share the rest
 * (Bonferroni).
 *
 * @param change the change from the old level to the new one, as a log ratio
 * @param at the index at which the new level most likely begins
 */
public record RecentChange(Estimate change, int at) {

  /** The number of runs with which {@link ChangePoints} finds a new level. */
  private static final int MAX_RUNS = 12;

  /** The share of the error that the comparison of the newest run alone may use. */
  private static final double OF_NEWEST = 0.95;

  /**
   * Returns the clearest change among the newest values; empty if there is none.
   *
   * @param series ln(value) of each run since the last known level began, oldest first
   * @param minRuns the smallest number of earlier runs to compare with
   * @param error the probability, for each direction, of finding a change in a series without one
   */
  public static Optional<RecentChange> of(double[] series, int minRuns, double error) {
    RecentChange clearest = null;
    int max = Math.min(MAX_RUNS, series.length - minRuns);
    for (int k = 1; k <= max; k++) {
      int at = series.length - k;
      double share = k == 1 ? OF_NEWEST * error : (1 - OF_NEWEST) * error / (MAX_RUNS - 1);
      Estimate change =
          HistoryChange.of(
              Arrays.copyOf(series, at), Arrays.copyOfRange(series, at, series.length), 2 * share);
      double newest = series[series.length - 1] - (Arrays.stream(series, 0, at).sum() / at);
      boolean lasts = newest / change.value() > 0.5;
      if (lasts
          && margins(change) > 1
          && (clearest == null || margins(change) > margins(clearest.change))) {
        clearest = new RecentChange(change, at);
      }
    }
    return Optional.ofNullable(clearest);
  }

  /** Returns the distance of the estimate from no change, in units of its interval. */
  private static double margins(Estimate change) {
    double margin =
        change.value() > 0 ? change.value() - change.low() : change.high() - change.value();
    return Math.abs(change.value()) / margin;
  }
}
