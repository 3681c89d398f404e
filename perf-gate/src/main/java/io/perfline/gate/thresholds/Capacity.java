package io.perfline.gate.thresholds;

import io.perfline.core.run.PageGoal;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.SourcePosition;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Dimension;

/**
 * An entry of the section {@code capacity}: a limit on the largest number of users at which a goal
 * is met, there and at every lower level.
 *
 * @param warn the looser condition; null if there is none
 */
@Key.Noun("a capacity")
public record Capacity(
    @Key(
            value = "Names the limit in verdicts, waivers and charts.",
            required = true,
            kind = "new id")
        String id,
    @Key(
            value = "Selects the cases whose names match this pattern.",
            name = "case",
            required = true)
        Glob cases,
    @Key(
            value =
                "Defines the goal that is met if the service serves a number of users well enough.",
            required = true)
        PageGoal goal,
    @Key(value = "Sets the condition on the number of users that passes.", required = true)
        Condition pass,
    @Key("Sets a looser condition; a number of users that meets only this one is a warning.")
        Condition warn,
    SourcePosition position)
    implements RecordSchema.Checked {

  @Override
  public void check(ParsedObject parsed) {
    if (pass == null || goal == null) {
      return;
    }
    if (goal.errors() == 0 || goal.pages() == 1) {
      parsed.fault(
          "goal",
          "no number of pages can confirm that none fails or is late: use shares such as 'errors: 0.1 %' and 'pages: 99.9 %'");
    }
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
          key, "'%s' faces the wrong way: capacity requires >= or >".formatted(condition.text()));
    } else if (condition.limit().value() == 0) {
      parsed.fault(key, "'%s' can't be exceeded, so it limits nothing".formatted(condition.text()));
    }
  }
}
