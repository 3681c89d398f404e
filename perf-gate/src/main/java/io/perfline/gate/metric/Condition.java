package io.perfline.gate.metric;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A comparison with a limit, as in {@code <= 250 ms} or {@code >= -3 %}. */
public record Condition(Operator operator, Quantity limit, String text) {

  /** The comparison operators. */
  public enum Operator {
    AT_MOST("<="),
    BELOW("<"),
    AT_LEAST(">="),
    ABOVE(">");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    /** Returns true if values must not be larger than the limit. */
    public boolean fromAbove() {
      return this == AT_MOST || this == BELOW;
    }

    @Override
    public String toString() {
      return symbol;
    }
  }

  public static final String PATTERN =
      "^(<=|<|>=|>) ?[+-]?" + Quantity.NUMBER + " ?[A-Za-zµ%][A-Za-zµ/]*$";

  private static final Pattern FORM = Pattern.compile("(<=|<|>=|>) ?(.*)");

  /**
   * Parses a condition.
   *
   * @throws IllegalArgumentException with a message for users
   */
  public static Condition parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "expected <=, <, >= or > and a limit such as <= 250 ms, found '" + text + "'");
    }
    for (Operator operator : Operator.values()) {
      if (operator.symbol.equals(form.group(1))) {
        return new Condition(operator, Quantity.parse(form.group(2)), text);
      }
    }
    throw new IllegalStateException(text);
  }

  /** Returns true if the limit is a change against a baseline in percent, which has a sign. */
  public boolean relative() {
    return limit.signed() && limit.unit() == Unit.PERCENT;
  }

  /** Returns the limit in the first unit of its dimension. */
  public double bound() {
    return limit.inFirst();
  }

  /**
   * Returns true if {@code value}, in the first unit of the dimension, meets the limit. NaN never
   * does.
   */
  public boolean isMetBy(double value) {
    return switch (operator) {
      case AT_MOST -> value <= bound();
      case BELOW -> value < bound();
      case AT_LEAST -> value >= bound();
      case ABOVE -> value > bound();
    };
  }

  /**
   * Returns true if this condition has the same direction as {@code stricter} and a looser limit.
   */
  public boolean laxerThan(Condition stricter) {
    if (operator.fromAbove() != stricter.operator.fromAbove()) {
      return false;
    }
    int difference = Double.compare(bound(), stricter.bound());
    boolean allowsTheBound = isMetBy(bound()) && !stricter.isMetBy(bound());
    return difference == 0 ? allowsTheBound : operator.fromAbove() == difference > 0;
  }
}
