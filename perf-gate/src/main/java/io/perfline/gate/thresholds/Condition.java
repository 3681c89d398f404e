package io.perfline.gate.thresholds;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A comparison with a limit, as in {@code <= 250 ms} or {@code >= -3 %}.
 *
 * @param operator the operator
 * @param limit the limit
 * @param text the original text
 */
public record Condition(Operator operator, Quantity limit, String text) {

  /** The ways to compare. */
  public enum Operator {
    AT_MOST("<="),
    BELOW("<"),
    AT_LEAST(">="),
    ABOVE(">");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    /** Returns whether it limits from above: smaller is better. */
    public boolean fromAbove() {
      return this == AT_MOST || this == BELOW;
    }

    @Override
    public String toString() {
      return symbol;
    }
  }

  static final String PATTERN =
      "^(<=|<|>=|>) ?[+-]?" + Quantity.NUMBER + " ?[A-Za-zµ%][A-Za-zµ/]*$";

  private static final Pattern FORM = Pattern.compile("(<=|<|>=|>) ?(.*)");

  /**
   * @throws IllegalArgumentException with the fault
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

  /** Returns whether the limit is a change against a baseline in percent: it has a sign. */
  public boolean relative() {
    return limit.signed() && limit.unit() == Unit.PERCENT;
  }

  /** Returns the limit in the dimension's first unit. */
  public double bound() {
    return limit.inFirst();
  }

  /** Returns whether {@code value}, in the dimension's first unit, meets it; NaN never does. */
  public boolean holds(double value) {
    return switch (operator) {
      case AT_MOST -> value <= bound();
      case BELOW -> value < bound();
      case AT_LEAST -> value >= bound();
      case ABOVE -> value > bound();
    };
  }

  /** Describes a value that does not meet it, as in {@code exceeds the limit of 250 ms}. */
  public String exceeded() {
    String relation =
        switch (operator) {
          case AT_MOST -> "exceeds";
          case BELOW -> "is not below";
          case AT_LEAST -> "is below";
          case ABOVE -> "is not above";
        };
    return "%s the limit of %s".formatted(relation, limit.text());
  }

  /** Returns true when this lets through everything that {@code stricter} does, and more. */
  public boolean laxerThan(Condition stricter) {
    return operator.fromAbove() == stricter.operator.fromAbove()
        && (operator.fromAbove() ? bound() > stricter.bound() : bound() < stricter.bound());
  }
}
