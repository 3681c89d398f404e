package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Level;
import io.perfline.core.run.PageGoal;
import io.perfline.gate.thresholds.Condition;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Judges the capacity: the largest number of users at which the goal is met, there and at every
 * lower level. Levels are walked from the lowest on; the first that doesn't surely meet the goal
 * ends the walk, so that the confidence is that of one test however many levels there are.
 */
final class CapacityJudge {

  private static final String METHOD = "exact binomial test at each level";

  private final Waivers waivers;

  CapacityJudge(Waivers waivers) {
    this.waivers = waivers;
  }

  /** Judges the levels of a case that is itself valid. */
  Line judge(LineBuilder lines, CaseResult result, PageGoal goal) {
    List<Level> levels =
        result.levels().stream().sorted(Comparator.comparingInt(Level::users)).toList();
    String nonsense = nonsense(levels);
    if (nonsense != null) {
      return lines.without(Finding.NOT_MEASURED, 0, nonsense);
    }
    CapacityFound found = CapacityFound.in(levels, goal);
    Finding finding = finding(lines, found);
    String note = "";
    if (finding == Finding.BROKEN) {
      Waivers.Decision decision =
          waivers.decide(
              lines.threshold(),
              lines.planned(),
              lines.pass(),
              ceiling -> ceiling.holds(found.met()));
      finding = decision.waived() ? Finding.WAIVED : finding;
      note = decision.note();
    }
    ConfidenceInterval interval =
        new ConfidenceInterval(
            (double) found.met(),
            found.missed() == null ? null : (double) found.missed().users(),
            goal.confidence(),
            METHOD);
    String reason = "%s; the limit is %s".formatted(found.words(goal), lines.pass().text());
    return lines.of(finding, found.met(), interval, found.pages(), reason + note);
  }

  private static Finding finding(LineBuilder lines, CapacityFound found) {
    Condition pass = lines.pass();
    Condition last = lines.warn() == null ? pass : lines.warn();
    if (pass.holds(found.met())) {
      return Finding.WITHIN_PASS;
    }
    boolean nothingKnown = found.missed() == null || last.holds(found.missed().users() - 1.0);
    if (nothingKnown && found.unknownBehind()) {
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
}
