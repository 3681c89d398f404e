package io.perfline.gate.thresholds;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number with its unit.
 *
 * @param value the number, in {@code unit}
 * @param unit the original unit
 * @param signed whether it was written with a sign: a change, not an amount
 */
public record Quantity(double value, Unit unit, boolean signed) {

  static final String NUMBER = "\\d{1,15}(\\.\\d{1,9})?";

  private static final Pattern FORM =
      Pattern.compile("(?<sign>[+-]?)(?<number>" + NUMBER + ") ?(?<unit>\\D*)");

  /**
   * Reads {@code 250 ms}, {@code 0.25 s}, {@code +5 %}.
   *
   * @throws IllegalArgumentException with the fault
   */
  static Quantity parse(String text) {
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

  /** Returns the quantity as it may be written. */
  public String text() {
    BigDecimal plain = BigDecimal.valueOf(value).stripTrailingZeros();
    return (signed && value >= 0 ? "+" : "") + plain.toPlainString() + " " + unit.symbol();
  }

  /** Returns the value in the dimension's first unit, such as ms, msg/s or B. */
  public double inFirst() {
    // in decimals: 1.001 s is 1,001 ms, not a little less
    return BigDecimal.valueOf(value).multiply(BigDecimal.valueOf(unit.toFirst(1))).doubleValue();
  }

  /** In another unit of the same dimension. */
  public double in(Unit other) {
    return other == unit ? value : other.fromFirst(inFirst());
  }
}
