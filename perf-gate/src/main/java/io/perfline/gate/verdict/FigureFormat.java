package io.perfline.gate.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Writes figures the same way everywhere: four significant digits, thousands apart. */
public final class FigureFormat {

  private FigureFormat() {}

  /** {@code 312.5 ms}, {@code 51,230 msg/s}; {@code –} for null. */
  public static String tell(Double value, String unit) {
    return value == null ? "–" : number(value) + " " + unit;
  }

  /** A change in percent, with its sign: {@code +3.2 %}. */
  public static String change(double percent) {
    if (Double.isInfinite(percent)) {
      return percent > 0 ? "+∞ %" : "-∞ %";
    }
    return (percent > 0 ? "+" : "") + number(percent) + " %";
  }

  /** {@code 99.995 %}: two digits of what is missing from 100. */
  public static String confidence(double confidence) {
    BigDecimal missing =
        BigDecimal.valueOf(100 * (1 - confidence))
            .round(new MathContext(2, RoundingMode.HALF_EVEN));
    return BigDecimal.valueOf(100).subtract(missing).stripTrailingZeros().toPlainString() + " %";
  }

  static String number(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value == 0 ? "0" : Double.toString(value);
    }
    BigDecimal rounded =
        Math.abs(value) >= 1000
            ? new BigDecimal(value).setScale(0, RoundingMode.HALF_EVEN)
            : new BigDecimal(value).round(new MathContext(4, RoundingMode.HALF_EVEN));
    return new DecimalFormat("#,##0.########", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(rounded);
  }
}
