package io.perfline.gate.thresholds;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.run.PageGoal;
import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import java.util.List;

/** An entry below {@code capacity}. */
final class CapacityFormat {

  private static final Property<Double> PAGES =
      required("pages", ThresholdKinds.SHARE, "Share of pages that must be there in time.");
  private static final Property<Double> WITHIN =
      required("within", ThresholdKinds.TIME, "What in time means.");
  private static final Property<Double> ERRORS =
      required("errors", ThresholdKinds.SHARE, "Share of pages that may fail.");
  private static final Property<Double> CONFIDENCE =
      required("confidence", ThresholdKinds.CONFIDENCE, "How sure each share must be.");

  private static final ObjectSchema<PageGoal> GOAL =
      new ObjectSchema<>(
          "a goal",
          parsed ->
              new PageGoal(
                  parsed.get(PAGES),
                  parsed.get(WITHIN),
                  parsed.get(ERRORS),
                  parsed.get(CONFIDENCE)),
          List.of(PAGES, WITHIN, ERRORS, CONFIDENCE));

  private static final Property<String> ID =
      required("id", ThresholdKinds.NEW_ID, "Names the limit in verdicts, waivers and charts.");
  private static final Property<Glob> CASE = required("case", ThresholdKinds.GLOB, "Which cases.");
  private static final Property<PageGoal> GOAL_KEY =
      required("goal", GOAL, "What a number of users must meet.");
  private static final Property<Condition> PASS =
      required("pass", ThresholdKinds.CONDITION, "The number of users that passes.");
  private static final Property<Condition> WARN =
      optional("warn", ThresholdKinds.CONDITION, "A laxer condition, within which it warns.");

  static final ObjectSchema<Capacity> SHAPE =
      new ObjectSchema<>(
          "a capacity", CapacityFormat::build, List.of(ID, CASE, GOAL_KEY, PASS, WARN));

  private CapacityFormat() {}

  private static Capacity build(ParsedObject parsed) {
    check(parsed, PASS);
    if (parsed.has(WARN)) {
      check(parsed, WARN);
      Limits.checkLaxer(parsed.get(WARN), parsed.get(PASS))
          .forEach(fault -> parsed.fault(WARN, fault));
    }
    return new Capacity(
        parsed.get(ID),
        parsed.get(CASE),
        parsed.get(GOAL_KEY),
        parsed.get(PASS),
        parsed.get(WARN),
        parsed.place());
  }

  private static void check(ParsedObject parsed, Property<Condition> property) {
    Condition condition = parsed.get(property);
    Limits.checkAmount(condition, Dimension.USERS, "capacity")
        .forEach(fault -> parsed.fault(property, fault));
    if (condition.operator().fromAbove()) {
      parsed.fault(
          property, "'%s' faces the wrong way: capacity takes >= or >".formatted(condition.text()));
    } else if (condition.limit().value() == 0) {
      parsed.fault(
          property, "'%s' can't be broken, so it limits nothing".formatted(condition.text()));
    }
  }
}
