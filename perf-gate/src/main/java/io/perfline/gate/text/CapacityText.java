package io.perfline.gate.text;

import io.perfline.core.run.Level;
import io.perfline.core.run.PageGoal;
import io.perfline.core.run.PageGoal.Decision;
import io.perfline.gate.judge.Reason;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** The capacity that was found, as a sentence. */
final class CapacityText {

  private CapacityText() {}

  /** Describes the capacity, the goal, and what ended the search. */
  static String of(Reason.Capacity reason) {
    PageGoal goal = reason.goal();
    Level end = reason.end();
    if (end == null) {
      return "the capacity is at least %s, the highest level tried: %s"
          .formatted(users(reason.met()), meaning(goal));
    }
    String found =
        reason.met() == 0
            ? "no number of users is confirmed to meet the goal"
            : reason.missed() == null
                ? "the capacity is at least " + users(reason.met())
                : "the capacity is %s, confirmed below %d"
                    .formatted(users(reason.met()), reason.missed().users());
    String ending =
        end.problems().isEmpty()
            ? "%s %s: %s of %d pages in time, %s failed"
                .formatted(
                    users(end.users()),
                    goal.decide(end) == Decision.MISSED
                        ? "miss it"
                        : "can't be distinguished from it",
                    percent(goal.inTime(end) / (double) end.pages()),
                    end.pages(),
                    percent(end.errors() / (double) end.pages()))
            : "nothing is known of %s: %s"
                .formatted(users(end.users()), String.join("; ", end.problems()));
    return "%s: %s; %s".formatted(found, meaning(goal), ending);
  }

  /** Describes a goal: shares, time and confidence. */
  private static String meaning(PageGoal goal) {
    return "at %s confidence %s of the pages are complete within %s s and at most %s fail, at every level up to it"
        .formatted(
            percent(goal.confidence()),
            percent(goal.pages()),
            BigDecimal.valueOf(goal.withinMs() / 1000).stripTrailingZeros().toPlainString(),
            percent(goal.errors()));
  }

  private static String users(int count) {
    return count == 1 ? "1 user" : count + " users";
  }

  /** Truncates instead of rounding, so that 94.996 % is never shown as 95 %. */
  private static String percent(double share) {
    return BigDecimal.valueOf(share)
            .movePointRight(2)
            .setScale(2, RoundingMode.DOWN)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }
}
