package io.perfline.gate.judge;

import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.thresholds.Condition;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Unit;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;

/**
 * Begins the lines of one threshold on one case: what all of them share.
 *
 * @param threshold its id
 * @param planned the case
 * @param metric its word
 * @param pass the condition that passes
 * @param warn the condition that warns; null when there is none
 */
record LineBuilder(
    String threshold, CatalogueEntry planned, String metric, Condition pass, Condition warn) {

  static LineBuilder of(Threshold threshold, CatalogueEntry entry) {
    return new LineBuilder(
        threshold.id(), entry, threshold.metric().word(), threshold.pass(), threshold.warn());
  }

  /** Of something that has no value. */
  Line without(Finding finding, long samples, String reason) {
    return line(finding, null, null, samples, null, reason);
  }

  /** Of a value in the limit's dimension's first unit; shown in the limit's own. */
  Line of(Finding finding, double value, long samples, String reason) {
    return line(finding, unit().fromFirst(value), null, samples, null, reason);
  }

  /** Of a value with its interval, in the limit's dimension's first unit, which is its own. */
  Line of(Finding finding, double value, ConfidenceInterval interval, long samples, String reason) {
    return line(finding, value, interval, samples, null, reason);
  }

  /** Of a change with its interval, in percent. */
  Line change(
      Finding finding,
      double percent,
      ConfidenceInterval interval,
      long samples,
      BaselineOrigin baseline,
      String reason) {
    return line(finding, percent, interval, samples, baseline, reason);
  }

  /** Of a change that could not be found. */
  Line noChange(Finding finding, long samples, BaselineOrigin baseline, String reason) {
    return line(finding, null, null, samples, baseline, reason);
  }

  /** Names both limits, as in {@code <= 300 ms and the warn limit <= 600 ms}. */
  String limits() {
    return warn == null
        ? pass.text()
        : "%s and the warn limit %s".formatted(pass.text(), warn.text());
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
