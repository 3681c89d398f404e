package io.perfline.gate.verdict;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The number in a verdict's condition. */
final class LimitValue {

  private static final Pattern CONDITION =
      Pattern.compile("\\s*(?:<=|>=|<|>|==)?\\s*([+-]?[0-9]+(?:\\.[0-9]+)?)\\s*(\\S*)\\s*");

  private static final Map<String, Double> MILLISECONDS =
      Map.of("us", 1e-3, "µs", 1e-3, "ms", 1.0, "s", 1e3, "min", 60e3);

  private LimitValue() {}

  /**
   * The limit in {@code unit}; nothing when the condition holds no single number or its unit isn't
   * comparable.
   */
  static OptionalDouble in(String unit, String condition) {
    Matcher matcher = CONDITION.matcher(condition);
    if (!matcher.matches()) {
      return OptionalDouble.empty();
    }
    double number = Double.parseDouble(matcher.group(1));
    String from = matcher.group(2);
    if (from.equals(unit)) {
      return OptionalDouble.of(number);
    }
    Double each = MILLISECONDS.get(from);
    Double wanted = MILLISECONDS.get(unit);
    return each == null || wanted == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(number * each / wanted);
  }
}
