package io.perfline.gate.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.Locale;

/**
 * Formats figures for all outputs: values with four significant digits, changes with three, and
 * groups of three digits.
 */
public final class FigureFormat {

  private FigureFormat() {}

  /** Returns a count with its noun, such as {@code 1 limit} or {@code 2 limits}. */
  public static String counted(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** Returns a value with its unit, such as {@code 312.5 ms}, or {@code –} for null. */
  public static String withUnit(Double value, String unit) {
    return value == null ? "–" : number(value) + " " + unit;
  }

  /** Returns a change in percent, with its sign, such as {@code +3.2 %}. */
  public static String change(double percent) {
    return change(percent, "%");
  }

  /**
   * Formats a change in percent or in a metric's own unit, with its sign: {@code +120 B}. Less than
   * one kB is shown in bytes.
   *
   * @param limits changes in the same unit; the digits show on which side of each the change is
   */
  public static String change(double value, String unit, double... limits) {
    if (unit.equals("kB") && Math.abs(value) < 1) {
      return change(1000 * value, "B", Arrays.stream(limits).map(limit -> 1000 * limit).toArray());
    }
    String number = Double.isInfinite(value) ? (value > 0 ? "∞" : "-∞") : brief(value, limits);
    return (value > 0 ? "+" : "") + number + " " + unit;
  }

  /**
   * Returns a confidence level with two significant digits of its distance from 100 %, such as
   * {@code 99.995 %}.
   */
  public static String confidence(double confidence) {
    BigDecimal missing =
        BigDecimal.valueOf(100 * (1 - confidence))
            .round(new MathContext(2, RoundingMode.HALF_EVEN));
    return BigDecimal.valueOf(100).subtract(missing).stripTrailingZeros().toPlainString() + " %";
  }

  /**
   * Formats a value with as many digits as are needed to show on which side of each limit it is,
   * and at least four.
   */
  public static String withUnit(double value, String unit, double... limits) {
    return number(value, limits) + " " + unit;
  }

  /** Formats three significant digits, or as many as show on which side of the limits it is. */
  public static String brief(double value, double... limits) {
    return number(3, value, limits);
  }

  public static String number(double value, double... limits) {
    return number(4, value, limits);
  }

  private static String number(int minDigits, double value, double... limits) {
    if (value == 0 || !Double.isFinite(value)) {
      return value == 0 ? "0" : Double.toString(value);
    }
    BigDecimal exact = BigDecimal.valueOf(value);
    int digits = Math.max(minDigits, exact.precision() - exact.scale());
    BigDecimal rounded = round(exact, digits);
    while (digits < 20 && !sameSides(rounded, exact, limits)) {
      rounded = round(exact, ++digits);
    }
    boolean tiny = Math.abs(value) < 1e-6; // the form below would show it as 0
    return new DecimalFormat(
            tiny ? "0.###E0" : "#,##0.##############",
            DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(rounded);
  }

  private static BigDecimal round(BigDecimal exact, int digits) {
    return exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
  }

  private static boolean sameSides(BigDecimal rounded, BigDecimal exact, double... limits) {
    return Arrays.stream(limits)
        .filter(Double::isFinite)
        .mapToObj(BigDecimal::valueOf)
        .allMatch(limit -> rounded.compareTo(limit) == exact.compareTo(limit));
  }
}
