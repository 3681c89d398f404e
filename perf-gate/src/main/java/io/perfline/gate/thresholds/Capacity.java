package io.perfline.gate.thresholds;

import static io.perfline.core.yaml.Property.required;

import io.perfline.core.run.PageGoal;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.SourcePosition;
import java.util.List;
import java.util.Map;

/**
 * An entry of the section {@code capacity}: a limit on the largest number of users at which a goal
 * is met, there and at every lower level.
 *
 * @param warn null when there is none
 * @param place its position in the file
 */
public record Capacity(
    @Key(value = "Names the limit in verdicts, waivers and charts.", required = true) String id,
    @Key(value = "Which cases.", name = "case", required = true) Glob cases,
    @Key(value = "What a number of users must meet.", required = true) PageGoal goal,
    @Key(value = "The number of users that passes.", required = true) Condition pass,
    @Key("A laxer condition, within which it warns.") Condition warn,
    SourcePosition place) {

  private static final Property<Double> PAGES =
      required("pages", ThresholdKinds.SHARE, "Share of pages that must be there in time.");
  private static final Property<Double> WITHIN =
      required("within", ThresholdKinds.TIME, "What in time means.");
  private static final Property<Double> ERRORS =
      required("errors", ThresholdKinds.SHARE, "Share of pages that may fail.");
  private static final Property<Double> CONFIDENCE =
      required("confidence", ThresholdKinds.CONFIDENCE, "How sure each share must be.");

  static final Schema<Capacity> SCHEMA =
      RecordSchema.of(
          "a capacity",
          Capacity.class,
          Map.of(
              "id",
              ThresholdKinds.NEW_ID,
              "cases",
              ThresholdKinds.GLOB,
              "goal",
              new ObjectSchema<>(
                  "a goal",
                  parsed ->
                      new PageGoal(
                          parsed.get(PAGES),
                          parsed.get(WITHIN),
                          parsed.get(ERRORS),
                          parsed.get(CONFIDENCE)),
                  List.of(PAGES, WITHIN, ERRORS, CONFIDENCE)),
              "pass",
              ThresholdKinds.CONDITION,
              "warn",
              ThresholdKinds.CONDITION),
          Capacity::check);

  private void check(ParsedObject parsed) {
    check(parsed, "pass", pass);
    if (warn != null) {
      check(parsed, "warn", warn);
      Limits.checkLaxer(warn, pass).forEach(fault -> parsed.fault("warn", fault));
    }
  }

  private static void check(ParsedObject parsed, String key, Condition condition) {
    Limits.checkAmount(condition, Dimension.USERS, "capacity")
        .forEach(fault -> parsed.fault(key, fault));
    if (condition.operator().fromAbove()) {
      parsed.fault(
          key, "'%s' faces the wrong way: capacity takes >= or >".formatted(condition.text()));
    } else if (condition.limit().value() == 0) {
      parsed.fault(key, "'%s' can't be exceeded, so it limits nothing".formatted(condition.text()));
    }
  }
}
