package io.perfline.gate.judge;

import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.Unit;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.statistics.PairedChange;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;

/**
 * Judges a change by its confidence interval: within the limit, beyond it, or undecided. A change
 * that would be beyond the limit if this were the only comparison is likely to exceed it; it does
 * not pass.
 */
record RelativeJudge(Waivers waivers) {

  /**
   * Judges a comparison.
   *
   * @param error the error rates of the intervals
   */
  Line judge(LineBuilder lines, Comparison comparison, LineError error) {
    if (comparison.change() == null) {
      return lines.noChange(
          comparison.finding(),
          comparison.samples(),
          comparison.origin(),
          comparison.explanation());
    }
    Estimate narrower = comparison.change().within();
    if (Double.isInfinite(narrower.low()) && Double.isInfinite(narrower.high())) {
      return lines.noChange(
          Finding.TOO_FEW_PAIRS,
          comparison.samples(),
          comparison.origin(),
          "%s are too few to decide any limit: this takes %d pairs in at least two deployments"
              .formatted(
                  comparison.explanation(),
                  PairedChange.minPairsToDecide(Math.max(error.alarm(), LineError.WITHIN))));
    }
    Finding decided = finding(lines, comparison.change());
    boolean alone =
        decided.outcome() == Outcome.PASS
            || decided == Finding.LIKELY_BROKEN
            || (decided == Finding.UNDECIDED
                && !beyond(lines.pass(), comparison.change().within()));
    Estimate estimate = alone ? comparison.change().within() : comparison.change().beyond();
    double low = shown(lines, estimate.low());
    double high = shown(lines, estimate.high());
    double value = shown(lines, estimate.value());
    if (!Double.isFinite(value)) {
      return lines.noChange(
          Finding.UNDECIDED,
          comparison.samples(),
          comparison.origin(),
          "undecided: the change can't be distinguished from " + comparison.explanation());
    }
    Waivers.Decision decision =
        waivers.decide(decided, lines, ceiling -> !beyond(ceiling, estimate));
    Finding finding = decision.finding();
    double missing = alone ? Math.max(error.alarm(), LineError.WITHIN) : error.alarm();
    ConfidenceInterval interval =
        new ConfidenceInterval(finite(low), finite(high), 1 - missing, estimate.method());
    String reason =
        "%s [%s, %s] from %s %s%s"
            .formatted(
                text(lines, value),
                text(lines, low),
                text(lines, high),
                comparison.explanation(),
                describe(finding, lines)
                    + differsFromItself(lines, finding, comparison.change().within()),
                decision.note());
    return lines
        .change(finding, value, interval, comparison.samples(), comparison.origin(), reason)
        .withDetectable(detectable(lines, comparison.change().beyond()));
  }

  /**
   * Returns the smallest estimate whose interval would be beyond all limits, if it were as wide as
   * that of {@code change}; null for rare events, whose interval changes with their number, and for
   * an infinite interval.
   */
  private static Double detectable(LineBuilder lines, Estimate change) {
    if (Metric.of(lines.metric()).map(Metric::rare).orElse(true)) {
      return null;
    }
    Condition last = last(lines);
    double limit =
        last.limit().unit() == Unit.PERCENT ? Math.log1p(last.bound() / 100) : last.bound();
    double nearer = last.operator().fromAbove() ? change.low() : change.high();
    return finite(shown(lines, limit + change.value() - nearer));
  }

  private static Finding finding(LineBuilder lines, LineError.Change change) {
    if (within(lines.pass(), change.within())) {
      return isWorse(lines.pass(), change.beyond())
          ? Finding.WORSE_WITHIN_PASS
          : Finding.WITHIN_PASS;
    }
    Condition last = last(lines);
    if (beyond(last, change.beyond())) {
      return Finding.BROKEN;
    }
    if (beyond(lines.pass(), change.beyond()) && within(last, change.within())) {
      return Finding.WITHIN_WARN;
    }
    return beyond(last, change.within()) ? Finding.LIKELY_BROKEN : Finding.UNDECIDED;
  }

  /** Returns true if the change is confirmed to be for the worse, even within the limit. */
  private static boolean isWorse(Condition limit, Estimate change) {
    return limit.operator().fromAbove() ? change.low() > 0 : change.high() < 0;
  }

  private static Condition last(LineBuilder lines) {
    return lines.warn() == null ? lines.pass() : lines.warn();
  }

  private static boolean within(Condition limit, Estimate change) {
    return holds(limit, change.low()) && holds(limit, change.high());
  }

  private static boolean beyond(Condition limit, Estimate change) {
    return !holds(limit, change.low()) && !holds(limit, change.high());
  }

  /**
   * Describes the limits that can't be decided because deployments of the same build differ, if
   * that is the reason why this one is undecided. A limit can be decided if it contains an
   * unchanged build, whose estimate may be off by half of its interval.
   */
  private static String differsFromItself(LineBuilder lines, Finding finding, Estimate estimate) {
    boolean decided = finding != Finding.UNDECIDED && finding != Finding.LIKELY_BROKEN;
    if (decided || Double.isNaN(estimate.ofDeployments())) {
      return "";
    }
    double width = shown(lines, estimate.high() - estimate.low());
    return "; it differs from itself by ±%s per start: limits below %s can't be decided here"
        .formatted(unsigned(lines, shown(lines, estimate.ofDeployments())), unsigned(lines, width));
  }

  /**
   * Converts an estimate to the unit of the limit. Most estimates are log ratios, with limits in
   * percent.
   */
  private static double shown(LineBuilder lines, double estimate) {
    return lines.unit() == Unit.PERCENT
        ? Estimate.percent(estimate)
        : lines.unit().fromFirst(estimate);
  }

  private static boolean holds(Condition limit, double estimate) {
    return limit.holds(
        limit.limit().unit() == Unit.PERCENT ? Estimate.percent(estimate) : estimate);
  }

  private static String text(LineBuilder lines, double value) {
    return FigureFormat.change(value, lines.unit().symbol());
  }

  private static String unsigned(LineBuilder lines, double value) {
    return text(lines, value).replace("+", "");
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  private static String describe(Finding finding, LineBuilder lines) {
    return switch (finding) {
      case WITHIN_PASS -> "is within the limit of " + lines.pass().limit().text();
      case WORSE_WITHIN_PASS ->
          "is confirmed worse, but is within the limit of " + lines.pass().limit().text();
      case WITHIN_WARN -> lines.exceededWithWarning();
      case UNDECIDED -> "leaves the limit of %s undecided".formatted(lines.pass().limit().text());
      case LIKELY_BROKEN ->
          ("likely %s, but that is not confirmed yet: measure longer (perfline confirm RUN, or a"
                  + " longer 'at_most' of the profile in perf.yml)")
              .formatted(last(lines).exceeded());
      default -> lines.exceeded();
    };
  }
}
