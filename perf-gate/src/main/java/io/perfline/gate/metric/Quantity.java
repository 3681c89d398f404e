package io.perfline.gate.metric;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number with its unit.
 *
 * @param value the number, in {@code unit}
 * @param unit the unit as it was written
 * @param signed true if the number was written with a sign, which makes it a change
 */
public record Quantity(double value, Unit unit, boolean signed) {

  public static final String NUMBER = "\\d{1,15}(\\.\\d{1,9})?";

  private static final Pattern FORM =
      Pattern.compile("(?<sign>[+-]?)(?<number>" + NUMBER + ") ?(?<unit>\\D*)");

  /**
   * Parses text such as {@code 250 ms}, {@code 0.25 s} or {@code +5 %}.
   *
   * @throws IllegalArgumentException with a message for users
   */
  public static Quantity parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "expected a number and its unit such as 250 ms, found '" + text + "'");
    }
    if (form.group("unit").isEmpty()) {
      throw new IllegalArgumentException("'" + text + "' has no unit");
    }
    double number = Double.parseDouble(form.group("number"));
    String sign = form.group("sign");
    return new Quantity(
        sign.equals("-") ? -number : number, Unit.parse(form.group("unit")), !sign.isEmpty());
  }

  /** Returns the quantity in a form in which it may be written. */
  public String text() {
    BigDecimal plain = BigDecimal.valueOf(value).stripTrailingZeros();
    return (signed && value >= 0 ? "+" : "") + plain.toPlainString() + " " + unit.symbol();
  }

  /** Returns the value in the first unit of its dimension, such as ms, msg/s or B. */
  public double inFirst() {
    // decimal arithmetic: 1.001 s is exactly 1,001 ms
    return BigDecimal.valueOf(value).multiply(BigDecimal.valueOf(unit.toFirst(1))).doubleValue();
  }

  /** Returns the value in another unit of the same dimension. */
  public double in(Unit other) {
    return other == unit ? value : other.fromFirst(inFirst());
  }
}
