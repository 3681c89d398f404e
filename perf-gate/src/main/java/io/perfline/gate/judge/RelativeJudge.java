package io.perfline.gate.judge;

import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.Unit;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.statistics.PairedChange;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Measured;
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
  JudgedLine judge(LineBuilder lines, Comparison comparison, LineError error) {
    if (comparison.change() == null) {
      return without(lines, comparison, comparison.finding(), Reason.without(comparison.problem()));
    }
    Estimate narrower = comparison.change().within();
    if (Double.isInfinite(narrower.low()) && Double.isInfinite(narrower.high())) {
      int needed = PairedChange.minPairsToDecide(error.ofWithin());
      Reason reason = new Reason.TooFewPairs(comparison.basis(), needed);
      return without(lines, comparison, Finding.TOO_FEW_PAIRS, reason);
    }
    Finding decided = finding(lines, comparison.change());
    boolean alone =
        decided.outcome() == Outcome.PASS
            || decided == Finding.LIKELY_EXCEEDED
            || (decided == Finding.UNDECIDED && !beyond(lines.pass(), narrower));
    Estimate estimate = alone ? narrower : comparison.change().beyond();
    double value = shown(lines, estimate.value());
    if (!Double.isFinite(value)) {
      Reason reason = new Reason.Change(comparison.basis(), null, null);
      return without(lines, comparison, Finding.UNDECIDED, reason);
    }
    Waivers.Decision decision =
        waivers.decide(decided, lines, ceiling -> !beyond(ceiling, estimate));
    ConfidenceInterval interval =
        new ConfidenceInterval(
            finite(shown(lines, estimate.low())),
            finite(shown(lines, estimate.high())),
            1 - (alone ? error.ofWithin() : comparison.change().ofBeyond()),
            estimate.method());
    return lines.of(
        decision.finding(),
        new Measured(
            value,
            lines.unit(),
            interval,
            comparison.samples(),
            detectable(lines, comparison.change().beyond())),
        comparison.origin(),
        new Reason.Change(
            comparison.basis(), decision.waiver(), scatter(lines, decision.finding(), narrower)));
  }

  private static JudgedLine without(
      LineBuilder lines, Comparison comparison, Finding finding, Reason reason) {
    Measured nothing = Measured.nothing(lines.unit(), comparison.samples());
    return lines.of(finding, nothing, comparison.origin(), reason);
  }

  /**
   * Returns the smallest estimate whose interval would be beyond all limits, if it were as wide as
   * that of {@code change}; null for rare events, whose interval changes with their number, and for
   * an infinite interval.
   */
  private static Double detectable(LineBuilder lines, Estimate change) {
    if (lines.limit().known().map(Metric::rare).orElse(true)) {
      return null;
    }
    Condition last = lines.last();
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
    Condition last = lines.last();
    if (beyond(last, change.beyond())) {
      return Finding.EXCEEDED;
    }
    if (beyond(lines.pass(), change.beyond()) && within(last, change.within())) {
      return Finding.WITHIN_WARN;
    }
    return beyond(last, change.within()) ? Finding.LIKELY_EXCEEDED : Finding.UNDECIDED;
  }

  /** Returns true if the change is confirmed to be for the worse, even within the limit. */
  private static boolean isWorse(Condition limit, Estimate change) {
    return limit.operator().fromAbove() ? change.low() > 0 : change.high() < 0;
  }

  private static boolean within(Condition limit, Estimate change) {
    return isMetBy(limit, change.low()) && isMetBy(limit, change.high());
  }

  private static boolean beyond(Condition limit, Estimate change) {
    return !isMetBy(limit, change.low()) && !isMetBy(limit, change.high());
  }

  /**
   * Returns how much deployments of the same build differ, if that is the reason why a limit is
   * undecided; otherwise null. A limit can be decided if it contains an unchanged build, whose
   * estimate may be off by half of its interval.
   */
  private static Reason.Scatter scatter(LineBuilder lines, Finding finding, Estimate estimate) {
    boolean decided = finding != Finding.UNDECIDED && finding != Finding.LIKELY_EXCEEDED;
    return decided || Double.isNaN(estimate.ofDeployments())
        ? null
        : new Reason.Scatter(
            shown(lines, estimate.ofDeployments()), shown(lines, estimate.high() - estimate.low()));
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

  private static boolean isMetBy(Condition limit, double estimate) {
    return limit.isMetBy(
        limit.limit().unit() == Unit.PERCENT ? Estimate.percent(estimate) : estimate);
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
