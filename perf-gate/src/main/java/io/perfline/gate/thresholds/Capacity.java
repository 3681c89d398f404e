package io.perfline.gate.thresholds;

import io.perfline.core.run.PageGoal;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.SourcePosition;

/**
 * An entry of the section {@code capacity}: a limit on the largest number of users at which a goal
 * is met, there and at every lower level.
 *
 * @param warn null for none
 * @param place its position in the file
 */
@Key.Noun("a capacity")
public record Capacity(
    @Key(
            value = "Names the limit in verdicts, waivers and charts.",
            required = true,
            kind = "new id")
        String id,
    @Key(value = "Pattern of case names.", name = "case", required = true) Glob cases,
    @Key(value = "Goal that a number of users must meet.", required = true) PageGoal goal,
    @Key(value = "The number of users that passes.", required = true) Condition pass,
    @Key("A looser condition; a value that meets only this one warns.") Condition warn,
    SourcePosition place)
    implements RecordSchema.Checked {

  @Override
  public void check(ParsedObject parsed) {
    if (pass == null) {
      return;
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
          key, "'%s' faces the wrong way: capacity takes >= or >".formatted(condition.text()));
    } else if (condition.limit().value() == 0) {
      parsed.fault(key, "'%s' can't be exceeded, so it limits nothing".formatted(condition.text()));
    }
  }
}
