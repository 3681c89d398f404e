package io.perfline.gate.prove;

import java.util.Locale;
import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * A rate of verdicts, such as that of false alarms.
 *
 * @param count the number of such verdicts
 * @param of the number of all verdicts
 */
public record ErrorRate(int count, int of) {

  /** The confidence level of the upper bound. */
  public static final double CONFIDENCE = 0.95;

  /**
   * Returns the upper bound of the true rate, at {@link #CONFIDENCE} (Clopper and Pearson,
   * Biometrika 26, 1934). It is 1 if there is no verdict.
   */
  public double upperBound() {
    return count >= of
        ? 1
        : BetaDistribution.of(count + 1.0, of - count).inverseCumulativeProbability(CONFIDENCE);
  }

  /** Formats the upper bound, such as {@code 4.9 %}. */
  public String bound() {
    return String.format(Locale.ROOT, "%.1f %%", 100 * upperBound());
  }
}
