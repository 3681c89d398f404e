package io.perfline.gate.compare;

import io.perfline.core.run.CaseResult;

/**
 * The difference of two error rates, with the interval of Newcombe (Statistics in Medicine 17,
 * 1998, method 10), which holds where there are no errors as well.
 */
final class ErrorRates {

  private static final double Z = 1.959964;

  private ErrorRates() {}

  static Difference of(CaseResult before, CaseResult now) {
    double[] first = wilson(before);
    double[] second = wilson(now);
    double change = second[1] - first[1];
    return new Difference(
        "errors",
        "%",
        100 * first[1],
        100 * second[1],
        false,
        new CaseChange(
            change,
            change - Math.hypot(second[1] - second[0], first[2] - first[1]),
            change + Math.hypot(second[2] - second[1], first[1] - first[0])));
  }

  /** Lower end, rate, upper end (Wilson, 1927). */
  private static double[] wilson(CaseResult result) {
    double all = result.requests() + result.errorCount();
    double rate = result.errorRate();
    double middle = rate + Z * Z / (2 * all);
    double reach = Z * Math.sqrt(rate * (1 - rate) / all + Z * Z / (4 * all * all));
    double scale = 1 + Z * Z / all;
    return new double[] {
      Math.max(0, Math.min(rate, (middle - reach) / scale)),
      rate,
      Math.min(1, Math.max(rate, (middle + reach) / scale))
    };
  }
}
