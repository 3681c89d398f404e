package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Level;
import io.perfline.core.run.PageGoal;
import io.perfline.core.run.PageGoal.Decision;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Judges the capacity: the largest number of users at which the goal is met, there and at every
 * lower level. Levels are tested in ascending order, and testing stops at the first failure
 * (fixed-sequence test), so no correction for multiple levels is needed.
 */
record CapacityJudge(Waivers waivers) {

  private static final String METHOD = "exact binomial test at each level";

  /** Judges the levels of a case that is itself valid. */
  Line judge(LineBuilder lines, CaseResult result, PageGoal goal) {
    List<Level> levels =
        result.levels().stream().sorted(Comparator.comparingInt(Level::users)).toList();
    String nonsense = nonsense(levels);
    if (nonsense != null) {
      return lines.without(Finding.NOT_MEASURED, 0, nonsense);
    }
    CapacityFound found = CapacityFound.in(levels, goal);
    Waivers.Decision decision =
        waivers.decide(finding(lines, found), lines, ceiling -> ceiling.holds(found.met()));
    ConfidenceInterval interval =
        new ConfidenceInterval(
            (double) found.met(),
            found.missed() == null ? null : (double) found.missed().users(),
            goal.confidence(),
            METHOD);
    String reason = "%s; the limit is %s".formatted(found.words(goal), lines.pass().text());
    return lines.of(
        decision.finding(), found.met(), interval, found.pages(), reason + decision.note());
  }

  private static Finding finding(LineBuilder lines, CapacityFound found) {
    Condition pass = lines.pass();
    Condition last = lines.warn() == null ? pass : lines.warn();
    if (pass.holds(found.met())) {
      return Finding.WITHIN_PASS;
    }
    boolean nothingKnown = found.missed() == null || last.holds(found.missed().users() - 1.0);
    if (nothingKnown && (found.unknownBehind() || found.tooFewPages())) {
      return Finding.NOT_MEASURED;
    }
    if (lines.warn() != null && last.holds(found.met())) {
      return Finding.WITHIN_WARN;
    }
    return nothingKnown ? Finding.UNDECIDED : Finding.BROKEN;
  }

  private static String nonsense(List<Level> levels) {
    if (levels.isEmpty()) {
      return "no number of users was tried";
    }
    Set<Integer> seen = new HashSet<>();
    for (Level level : levels) {
      String where = level.users() + " users: ";
      if (level.users() <= 0 || !seen.add(level.users())) {
        return where + "no number of users, or twice the same";
      }
      if (level.pageTime() == null || level.errors() < 0) {
        return where + "its pages were not counted";
      }
      if (level.problems().isEmpty() && level.pages() == 0) {
        return where + "not one page was loaded";
      }
      if (level.start() == null || level.end() == null || !level.start().isBefore(level.end())) {
        return where + "it ends before it starts";
      }
    }
    return null;
  }

  /**
   * The number of users up to which a goal is met.
   *
   * @param met the largest number of users that is confirmed to meet the goal, as all lower levels
   *     are; 0 if there is none
   * @param end the next higher level; null if the highest level still meets the goal
   * @param missed the lowest level that is confirmed to miss the goal; null if there is none
   * @param pages the number of pages of all levels
   */
  private record CapacityFound(int met, Level end, Level missed, long pages, PageGoal goal) {

    /** Tests the levels, which are in ascending order. */
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
      return new CapacityFound(
          met, end, missed, levels.stream().mapToLong(Level::pages).sum(), goal);
    }

    /** Returns true if the level after the capacity is open, and had too few pages to be met. */
    boolean tooFewPages() {
      return end != null
          && goal.decide(end) == Decision.OPEN
          && goal.decide(end.pages(), end.pages(), 0) != Decision.MET;
    }

    /** Returns true if higher levels were not measured, or not validly. */
    boolean unknownBehind() {
      return end == null || !end.problems().isEmpty();
    }

    /** Describes the capacity, the goal and its confidence in a sentence. */
    String words(PageGoal goal) {
      if (end == null) {
        return "the capacity is at least %s, the highest level tried: %s"
            .formatted(users(met), meaning(goal));
      }
      String found =
          met == 0
              ? "no number of users is confirmed to meet the goal"
              : missed == null
                  ? "the capacity is at least " + users(met)
                  : "the capacity is %s, confirmed below %d".formatted(users(met), missed.users());
      return "%s: %s; %s".formatted(found, meaning(goal), ending(goal));
    }

    private String ending(PageGoal goal) {
      if (!end.problems().isEmpty()) {
        return "nothing is known of %s: %s"
            .formatted(users(end), String.join("; ", end.problems()));
      }
      return "%s %s: %s of %d pages in time, %s failed"
          .formatted(
              users(end),
              goal.decide(end) == Decision.MISSED ? "miss it" : "can't be distinguished from it",
              percent(goal.inTime(end) / (double) end.pages()),
              end.pages(),
              percent(end.errors() / (double) end.pages()));
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

    private static String users(Level level) {
      return users(level.users());
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
}
