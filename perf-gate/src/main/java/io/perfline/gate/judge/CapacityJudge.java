package io.perfline.gate.judge;

import io.perfline.gate.run.Case;
import io.perfline.gate.run.Level;
import io.perfline.gate.statistics.ShareTest;
import io.perfline.gate.thresholds.Capacity;
import io.perfline.gate.thresholds.Condition;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Interval;
import io.perfline.gate.verdict.Line;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;

/** Finds the largest number of users at which a goal is met, and judges it. */
final class CapacityJudge {

  private static final String METHOD = "exact binomial test at each level";

  private final Waivers waivers;

  CapacityJudge(Waivers waivers) {
    this.waivers = waivers;
  }

  /**
   * Where the goal stops being met.
   *
   * @param met the largest number of users that surely meets it, as do all lower levels; 0 if none
   * @param missed the smallest that surely misses it; null when none does
   * @param highest the largest that was tried
   * @param pages how many pages that rests on
   */
  private record Found(int met, Integer missed, int highest, long pages) {}

  /** Judges the levels of a case that is itself valid. */
  Line judge(Lines lines, Case one, Capacity.Goal goal) {
    List<Level> levels =
        one.levels().stream().sorted(Comparator.comparingInt(Level::users)).toList();
    String problem = problem(levels);
    if (problem != null) {
      return lines.without(Finding.NOT_MEASURED, 0, problem);
    }
    Found found = find(levels, goal);
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
    Interval interval =
        new Interval(
            (double) found.met(),
            found.missed() == null ? null : (double) found.missed(),
            goal.confidence(),
            METHOD);
    return lines.of(finding, found.met(), interval, found.pages(), told(found, lines) + note);
  }

  private static Found find(List<Level> levels, Capacity.Goal goal) {
    int met = 0;
    boolean all = true;
    Integer missed = null;
    long pages = 0;
    for (Level level : levels) {
      pages += pages(level);
      all &= metBy(level, goal);
      met = all ? level.users() : met;
      if (missed == null && missedBy(level, goal)) {
        missed = level.users();
      }
    }
    return new Found(met, missed, levels.get(levels.size() - 1).users(), pages);
  }

  private static boolean metBy(Level level, Capacity.Goal goal) {
    return ShareTest.surelyAtLeast(
            inTime(level, goal), pages(level), goal.pages(), goal.confidence())
        && ShareTest.surelyAtMost(level.errors(), pages(level), goal.errors(), goal.confidence());
  }

  private static boolean missedBy(Level level, Capacity.Goal goal) {
    return ShareTest.surelyBelow(inTime(level, goal), pages(level), goal.pages(), goal.confidence())
        || ShareTest.surelyAbove(level.errors(), pages(level), goal.errors(), goal.confidence());
  }

  /** A page that failed was not there in time. */
  private static long inTime(Level level, Capacity.Goal goal) {
    Histogram times = level.page_time().histogram();
    long within = (long) (goal.withinMs() * 1000);
    return times.getTotalCount() == 0 || within > times.getMaxValue()
        ? times.getTotalCount()
        : times.getCountBetweenValues(0, within);
  }

  private static long pages(Level level) {
    return level.page_time().count() + level.errors();
  }

  private static Finding finding(Lines lines, Found found) {
    Condition pass = lines.pass();
    Condition last = lines.warn() == null ? pass : lines.warn();
    if (pass.holds(found.met())) {
      return Finding.WITHIN_PASS;
    }
    if (found.missed() == null) {
      return found.met() == found.highest() ? Finding.NOT_MEASURED : Finding.UNDECIDED;
    }
    if (lines.warn() != null && last.holds(found.met())) {
      return Finding.WITHIN_WARN;
    }
    return last.holds(found.missed() - 1.0) ? Finding.UNDECIDED : Finding.BROKEN;
  }

  private static String told(Found found, Lines lines) {
    if (found.met() == found.highest()) {
      return "at least %d users, the highest level tried; the limit is %s"
          .formatted(found.met(), lines.pass().text());
    }
    return "the goal is met up to %d users%s; the limit is %s"
        .formatted(
            found.met(),
            found.missed() == null
                ? ", beyond it no level is sure"
                : " and missed at %d".formatted(found.missed()),
            lines.pass().text());
  }

  private static String problem(List<Level> levels) {
    if (levels.isEmpty()) {
      return "no number of users was tried";
    }
    Set<Integer> seen = new HashSet<>();
    for (Level level : levels) {
      String where = level.users() + " users: ";
      if (level.users() <= 0 || !seen.add(level.users())) {
        return where + "no number of users, or twice the same";
      }
      if (!level.problems().isEmpty()) {
        return where + String.join("; ", level.problems());
      }
      if (level.page_time() == null || level.errors() < 0 || pages(level) == 0) {
        return where + "not one page was loaded";
      }
      if (level.start() == null || level.end() == null || !level.start().isBefore(level.end())) {
        return where + "it ends before it starts";
      }
    }
    return null;
  }
}
