package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Level;
import io.perfline.core.run.PageGoal;
import io.perfline.core.run.PageGoal.Decision;
import io.perfline.gate.judge.Obstacle.Kind;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Measured;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Judges the capacity: the largest number of users at which the goal is met, there and at every
 * lower level. Levels are tested in ascending order, and testing stops at the first failure
 * (fixed-sequence test), so no correction for multiple levels is needed.
 */
record CapacityJudge(Waivers waivers) {

  private static final String METHOD = "exact binomial test at each level";

  /** Judges the levels of a case that is itself valid. */
  JudgedLine judge(LineBuilder lines, CaseResult result, PageGoal goal) {
    List<Level> levels =
        result.levels().stream().sorted(Comparator.comparingInt(Level::users)).toList();
    Optional<Obstacle> nonsense = nonsense(levels);
    if (nonsense.isPresent()) {
      return lines.without(Finding.NOT_MEASURED, 0, nonsense.get());
    }
    CapacityFound found = CapacityFound.in(levels, goal);
    Waivers.Decision decision =
        waivers.decide(finding(lines, found), lines, ceiling -> ceiling.isMetBy(found.met()));
    ConfidenceInterval interval =
        new ConfidenceInterval(
            (double) found.met(),
            found.missed() == null ? null : (double) found.missed().users(),
            goal.confidence(),
            METHOD);
    return lines.of(
        decision.finding(),
        new Measured((double) found.met(), lines.unit(), interval, found.pages(), null),
        null,
        new Reason.Capacity(found.met(), found.end(), found.missed(), goal, decision.waiver()));
  }

  private static Finding finding(LineBuilder lines, CapacityFound found) {
    Condition pass = lines.pass();
    Condition last = lines.last();
    if (pass.isMetBy(found.met())) {
      return Finding.WITHIN_PASS;
    }
    boolean nothingKnown = found.missed() == null || last.isMetBy(found.missed().users() - 1.0);
    if (nothingKnown && (found.unknownAfter() || found.tooFewPages())) {
      return Finding.NOT_MEASURED;
    }
    if (lines.warn() != null && last.isMetBy(found.met())) {
      return Finding.WITHIN_WARN;
    }
    return nothingKnown ? Finding.UNDECIDED : Finding.EXCEEDED;
  }

  private static Optional<Obstacle> nonsense(List<Level> levels) {
    if (levels.isEmpty()) {
      return Optional.of(Obstacle.of(Kind.NO_LEVEL));
    }
    Set<Integer> known = new HashSet<>();
    for (Level level : levels) {
      Kind kind = null;
      if (level.users() <= 0 || !known.add(level.users())) {
        kind = Kind.LEVEL_TWICE;
      } else if (level.pageTime() == null || level.errors() < 0) {
        kind = Kind.LEVEL_UNCOUNTED;
      } else if (level.problems().isEmpty() && level.pages() == 0) {
        kind = Kind.LEVEL_WITHOUT_PAGE;
      } else if (level.start() == null
          || level.end() == null
          || !level.start().isBefore(level.end())) {
        kind = Kind.LEVEL_ENDS_BEFORE_START;
      }
      if (kind != null) {
        return Optional.of(Obstacle.of(kind, level.users()));
      }
    }
    return Optional.empty();
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
    boolean unknownAfter() {
      return end == null || !end.problems().isEmpty();
    }
  }
}
