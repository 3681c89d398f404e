package io.perfline.gate.prove;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
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

  /** Formats the upper bound, rounded up, such as {@code 4.9 %} or {@code 0.15 %}. */
  public String bound() {
    BigDecimal percent = new BigDecimal(100 * upperBound(), new MathContext(9));
    boolean small = percent.compareTo(BigDecimal.ONE) < 0;
    return percent.setScale(small ? 2 : 1, RoundingMode.CEILING).toPlainString() + " %";
  }
}
