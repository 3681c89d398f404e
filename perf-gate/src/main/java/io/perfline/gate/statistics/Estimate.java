package io.perfline.gate.statistics;

/**
 * A change as a log ratio, 0 for none, with its confidence interval.
 *
 * @param value the best guess
 * @param low lower end of the interval
 * @param high upper end of the interval
 * @param samples how many pairs or runs it rests on
 * @param method in the words of the literature
 */
public record Estimate(double value, double low, double high, int samples, String method) {

  /** A log ratio as a change in percent: 0 for none, 100 for twice as much. */
  public static double percent(double logRatio) {
    return 100 * Math.expm1(logRatio);
  }
}
