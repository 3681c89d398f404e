package io.perfline.gate.statistics;

import java.util.Arrays;

/** Takes logarithms of measured values, some of which may be 0. */
public final class LogValues {

  /**
   * The share of the smallest positive value that stands for 0, as usual for values below the limit
   * of detection (Hornung and Reed, Applied Occupational and Environmental Hygiene 5, 1990).
   */
  private static final double BELOW_SMALLEST = 0.5;

  private LogValues() {}

  /**
   * Returns ln(value) of each value. If some are 0, half of the smallest positive value stands for
   * them; if all are 0, so does 1, because they do not differ.
   *
   * @param values the values, none of them negative
   */
  public static double[] of(double... values) {
    double smallest = Arrays.stream(values).filter(value -> value > 0).min().orElse(2);
    return Arrays.stream(values)
        .map(value -> Math.log(value == 0 ? BELOW_SMALLEST * smallest : value))
        .toArray();
  }
}
