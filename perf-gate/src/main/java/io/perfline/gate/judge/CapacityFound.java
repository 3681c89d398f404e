package io.perfline.gate.judge;

import io.perfline.core.run.Level;
import io.perfline.core.run.PageGoal;
import io.perfline.core.run.PageGoal.Decision;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * Where a goal stops being met.
 *
 * @param met the largest number of users that surely meets it, as do all lower levels; 0 if none
 * @param end the level above, at which that ends; null when the highest level still meets it
 * @param missed the smallest level that surely misses it; null when none does
 * @param pages how many pages that rests on
 */
record CapacityFound(int met, Level end, Level missed, long pages) {

  /** Walks {@code levels}, which rise. */
  static CapacityFound in(List<Level> levels, PageGoal goal) {
    int met = 0;
    Level end = null;
    Level missed = null;
    for (Level level : levels) {
      Decision decision = goal.decide(level);
      if (end == null && decision == Decision.MET) {
        met = level.users();
      } else if (end == null) {
        end = level;
      }
      if (missed == null && decision == Decision.MISSED) {
        missed = level;
      }
    }
    return new CapacityFound(met, end, missed, levels.stream().mapToLong(Level::pages).sum());
  }

  /** Whether nothing can be told of what lies above: not tried, or not validly. */
  boolean unknownBehind() {
    return end == null || !end.problems().isEmpty();
  }

  /** The capacity in a sentence, with what it means and how sure it is. */
  String words(PageGoal goal) {
    if (end == null) {
      return "the capacity is at least %s, the highest level tried: %s"
          .formatted(users(met), meaning(goal));
    }
    String found =
        met == 0
            ? "no number of users is sure to meet the goal"
            : missed == null
                ? "the capacity is at least " + users(met)
                : "the capacity is %s, confirmed below %d".formatted(users(met), missed.users());
    return "%s: %s; %s".formatted(found, meaning(goal), ending(goal));
  }

  private String ending(PageGoal goal) {
    if (!end.problems().isEmpty()) {
      return "nothing is known of %s: %s".formatted(users(end), String.join("; ", end.problems()));
    }
    return "%s %s: %s of %d pages in time, %s failed"
        .formatted(
            users(end),
            goal.decide(end) == Decision.MISSED ? "miss it" : "can't be distinguished from it",
            percent(goal.inTime(end) / (double) end.pages()),
            end.pages(),
            percent(end.errors() / (double) end.pages()));
  }

  /** {@code at 95 % confidence 95 % of the pages are there within 6 s and at most 5 % fail}. */
  private static String meaning(PageGoal goal) {
    return "at %s confidence %s of the pages are there within %s s and at most %s fail, at every level up to it"
        .formatted(
            percent(goal.confidence()),
            percent(goal.pages()),
            BigDecimal.valueOf(goal.withinMs() / 1000).stripTrailingZeros().toPlainString(),
            percent(goal.errors()));
  }

  private static String users(Level level) {
    return users(level.users());
  }

  private static String users(int count) {
    return count == 1 ? "1 user" : count + " users";
  }

  /** Cut, not rounded: 94.996 % never reads as the 95 % that it isn't. */
  private static String percent(double share) {
    return BigDecimal.valueOf(share)
            .movePointRight(2)
            .setScale(2, RoundingMode.DOWN)
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }
}
