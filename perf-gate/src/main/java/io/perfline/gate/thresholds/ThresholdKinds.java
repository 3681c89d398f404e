package io.perfline.gate.thresholds;

import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import java.time.Duration;

/** The kinds of value that {@code thresholds.yml} is made of. */
final class ThresholdKinds {

  private static final String QUANTITY = "^[+-]?" + Quantity.NUMBER + " ?[A-Za-zµ%][A-Za-zµ/]*$";

  private static final Kind<String> NAME =
      Kinds.text(
          "an id of letters, digits, '.', '_' and '-'",
          "^[A-Za-z0-9][A-Za-z0-9_.-]*$",
          text -> text);

  static final Kind<String> NEW_ID = Kinds.definition("threshold", NAME);
  static final Kind<String> KNOWN_ID = Kinds.reference("threshold", NAME);
  static final Kind<String> KNOWN_BASELINE = Kinds.reference("baseline", NAME);

  static final Kind<String> PROSE = Kinds.text("some text", "\\S", text -> text);

  static final Kind<Glob> GLOB =
      Kinds.text(
          "a case such as kafka/batch_size/256 or kafka/batch_size/*", Glob.PATTERN, Glob::of);

  static final Kind<Metric> METRIC = Kinds.oneOf("a metric", Metric.words());

  static final Kind<String> TARGET =
      Kinds.text("a target such as direct or service", "^[a-z][a-z0-9_-]*$", word -> word);

  static final Kind<Condition> CONDITION =
      Kinds.text("a condition such as \"<= 250 ms\"", Condition.PATTERN, Condition::parse);

  static final Kind<Quantity> QUANTITY_WITH_UNIT =
      Kinds.text("a number and its unit such as \"300 ms\"", QUANTITY, Quantity::parse);

  /** In milliseconds. */
  static final Kind<Double> TIME =
      Kinds.text("a time such as 6 s", QUANTITY, text -> amount(text, Dimension.TIME));

  static final Kind<Duration> AGE =
      Kinds.text(
          "an age such as 30 d",
          QUANTITY,
          text -> Duration.ofMillis((long) amount(text, Dimension.TIME)));

  /** From 0 to 1. */
  static final Kind<Double> SHARE =
      Kinds.text(
          "a share such as 95 %",
          QUANTITY,
          text -> {
            double percent = amount(text, Dimension.SHARE);
            if (percent > 100) {
              throw new IllegalArgumentException("'" + text + "' is more than all");
            }
            return percent / 100;
          });

  /** From 0.8 to 0.9999. */
  static final Kind<Double> CONFIDENCE =
      Kinds.text(
          "a confidence from 80 % to 99.99 %",
          QUANTITY,
          text -> {
            double percent = amount(text, Dimension.SHARE);
            if (percent < 80 || percent > 99.99) {
              throw new IllegalArgumentException(
                  "expected a confidence from 80 % to 99.99 %, found '" + text + "'");
            }
            return percent / 100;
          });

  private ThresholdKinds() {}

  private static double amount(String text, Dimension dimension) {
    Quantity quantity = Quantity.parse(text);
    if (quantity.unit().dimension() != dimension) {
      throw new IllegalArgumentException(
          "'%s' is not %s; units: %s"
              .formatted(text, dimension, String.join(", ", Unit.symbols(dimension))));
    }
    if (quantity.signed() || quantity.value() == 0) {
      throw new IllegalArgumentException(
          "expected more than 0 without a sign, found '" + text + "'");
    }
    return quantity.inFirst();
  }
}
