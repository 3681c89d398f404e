package io.perfline.gate.thresholds;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.run.PageGoal;
import io.perfline.core.strict.Key;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import java.util.List;

/** An entry below {@code capacity}. */
final class CapacityFormat {

  private static final Key<Double> PAGES =
      required("pages", ThresholdKinds.SHARE, "Share of pages that must be there in time.");
  private static final Key<Double> WITHIN =
      required("within", ThresholdKinds.TIME, "What in time means.");
  private static final Key<Double> ERRORS =
      required("errors", ThresholdKinds.SHARE, "Share of pages that may fail.");
  private static final Key<Double> CONFIDENCE =
      required("confidence", ThresholdKinds.CONFIDENCE, "How sure each share must be.");

  private static final Shape<PageGoal> GOAL =
      new Shape<>(
          "a goal",
          values ->
              new PageGoal(
                  values.get(PAGES),
                  values.get(WITHIN),
                  values.get(ERRORS),
                  values.get(CONFIDENCE)),
          List.of(PAGES, WITHIN, ERRORS, CONFIDENCE));

  private static final Key<String> ID =
      required("id", ThresholdKinds.NEW_ID, "Names the limit in verdicts, waivers and charts.");
  private static final Key<Glob> CASE = required("case", ThresholdKinds.GLOB, "Which cases.");
  private static final Key<PageGoal> GOAL_KEY =
      required("goal", GOAL, "What a number of users must meet.");
  private static final Key<Condition> PASS =
      required("pass", ThresholdKinds.CONDITION, "The number of users that passes.");
  private static final Key<Condition> WARN =
      optional("warn", ThresholdKinds.CONDITION, "A laxer condition, within which it warns.");

  static final Shape<Capacity> SHAPE =
      new Shape<>("a capacity", CapacityFormat::build, List.of(ID, CASE, GOAL_KEY, PASS, WARN));

  private CapacityFormat() {}

  private static Capacity build(Values values) {
    check(values, PASS);
    if (values.has(WARN)) {
      check(values, WARN);
      Limits.checkLaxer(values.get(WARN), values.get(PASS))
          .forEach(fault -> values.fault(WARN, fault));
    }
    return new Capacity(
        values.get(ID),
        values.get(CASE),
        values.get(GOAL_KEY),
        values.get(PASS),
        values.get(WARN),
        values.place());
  }

  private static void check(Values values, Key<Condition> key) {
    Condition condition = values.get(key);
    Limits.checkAmount(condition, Dimension.USERS, "capacity")
        .forEach(fault -> values.fault(key, fault));
    if (condition.operator().fromAbove()) {
      values.fault(
          key, "'%s' faces the wrong way: capacity takes >= or >".formatted(condition.text()));
    } else if (condition.limit().value() == 0) {
      values.fault(key, "'%s' can't be broken, so it limits nothing".formatted(condition.text()));
    }
  }
}
