package io.perfline.gate.judge;

import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Unit;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;

/**
 * Builds the lines of one threshold on one case.
 *
 * @param warn the condition that warns; null if there is none
 */
record LineBuilder(
    String threshold, CatalogueEntry planned, String metric, Condition pass, Condition warn) {

  static LineBuilder of(Threshold threshold, CatalogueEntry entry) {
    return new LineBuilder(
        threshold.id(), entry, threshold.metric().word(), threshold.pass(), threshold.warn());
  }

  /** Builds a line without a value. */
  Line without(Finding finding, long samples, String reason) {
    return line(finding, null, null, samples, null, reason);
  }

  /**
   * Builds a line for a value. The value is in the first unit of the limit's dimension, and is
   * shown in the unit of the limit.
   */
  Line of(Finding finding, double value, long samples, String reason) {
    return line(finding, unit().fromFirst(value), null, samples, null, reason);
  }

  /** Builds a line for a value with its interval, both in the unit in which the line shows them. */
  Line of(Finding finding, double value, ConfidenceInterval interval, long samples, String reason) {
    return line(finding, value, interval, samples, null, reason);
  }

  Line change(
      Finding finding,
      double percent,
      ConfidenceInterval interval,
      long samples,
      BaselineOrigin baseline,
      String reason) {
    return line(finding, percent, interval, samples, baseline, reason);
  }

  /** Builds a line for a change that could not be estimated. */
  Line noChange(Finding finding, long samples, BaselineOrigin baseline, String reason) {
    return line(finding, null, null, samples, baseline, reason);
  }

  /** Names both limits, as in {@code exceeds the limit of 300 ms and the warn limit of 600 ms}. */
  String exceeded() {
    return warn == null
        ? pass.exceeded()
        : "%s and the warn limit of %s".formatted(pass.exceeded(), warn.limit().text());
  }

  /** Describes a value that exceeds the limit but not the warn limit. */
  String exceededWithWarning() {
    return "%s, but not the warn limit of %s".formatted(pass.exceeded(), warn.limit().text());
  }

  Unit unit() {
    return pass.limit().unit();
  }

  private Line line(
      Finding finding,
      Double value,
      ConfidenceInterval interval,
      long samples,
      BaselineOrigin baseline,
      String reason) {
    return new Line(
        threshold,
        planned.name(),
        planned.target(),
        metric,
        pass.text(),
        warn == null ? null : warn.text(),
        value,
        unit().symbol(),
        interval,
        samples,
        baseline,
        finding.outcome(),
        finding,
        reason);
  }
}
