package io.perfline.gate.thresholds;

import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import java.time.Duration;

/** The kinds of value that {@code thresholds.yml} is made of. */
final class ThresholdKinds {

  private static final String QUANTITY = "^[+-]?" + Quantity.NUMBER + " ?[A-Za-zµ%][A-Za-zµ/]*$";

  private static final Schema<String> NAME =
      Schemas.text(
          "an id of letters, digits, '.', '_' and '-'",
          "^[A-Za-z0-9][A-Za-z0-9_.-]*$",
          text -> text);

  static final Schema<String> NEW_ID = Schemas.definition("threshold", NAME);
  static final Schema<String> KNOWN_ID = Schemas.reference("threshold", NAME);
  static final Schema<String> KNOWN_BASELINE = Schemas.reference("baseline", NAME);

  static final Schema<String> PROSE = Schemas.text("some text", "\\S", text -> text);

  static final Schema<Glob> GLOB =
      Schemas.text(
          "a case such as kafka/batch_size/256 or kafka/batch_size/*", Glob.PATTERN, Glob::of);

  static final Schema<Metric> METRIC = Schemas.oneOf("a metric", Metric.words());

  static final Schema<String> TARGET =
      Schemas.text("a target such as direct or service", "^[a-z][a-z0-9_-]*$", word -> word);

  static final Schema<Condition> CONDITION =
      Schemas.text("a condition such as \"<= 250 ms\"", Condition.PATTERN, Condition::parse);

  static final Schema<Quantity> QUANTITY_WITH_UNIT =
      Schemas.text("a number and its unit such as \"300 ms\"", QUANTITY, Quantity::parse);

  /** In milliseconds. */
  static final Schema<Double> TIME =
      Schemas.text("a time such as 6 s", QUANTITY, text -> amount(text, Dimension.TIME));

  static final Schema<Duration> AGE =
      Schemas.text(
          "an age such as 30 d",
          QUANTITY,
          text -> Duration.ofMillis((long) amount(text, Dimension.TIME)));

  /** From 0 to 1. */
  static final Schema<Double> SHARE =
      Schemas.text(
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
  static final Schema<Double> CONFIDENCE =
      Schemas.text(
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
