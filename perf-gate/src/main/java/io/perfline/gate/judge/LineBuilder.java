package io.perfline.gate.judge;

import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Unit;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Limit;
import io.perfline.gate.verdict.Measured;
import java.util.List;

/** Builds the lines of one threshold on one case. */
record LineBuilder(String threshold, CatalogueEntry planned, Limit limit) {

  static LineBuilder of(Threshold threshold, CatalogueEntry entry) {
    Limit limit = Limit.of(threshold.metric().id(), threshold.pass(), threshold.warn());
    return new LineBuilder(threshold.id(), entry, limit);
  }

  JudgedLine without(Finding finding, long samples, Obstacle problem) {
    return without(finding, samples, List.of(problem));
  }

  JudgedLine without(Finding finding, long samples, List<Obstacle> problems) {
    return of(finding, Measured.nothing(unit(), samples), null, new Reason.Without(problems));
  }

  /**
   * Builds a line for a value. The value is in the first unit of the limit's dimension, and is
   * shown in the unit of the limit.
   */
  JudgedLine of(Finding finding, double value, long samples, Reason reason) {
    Measured measured = new Measured(unit().fromFirst(value), unit(), null, samples, null);
    return of(finding, measured, null, reason);
  }

  JudgedLine of(Finding finding, Measured measured, BaselineOrigin baseline, Reason reason) {
    return new JudgedLine(
        threshold, planned.name(), planned.target(), limit, measured, baseline, finding, reason);
  }

  Condition pass() {
    return limit.pass();
  }

  /** Returns the condition that warns; null if there is none. */
  Condition warn() {
    return limit.warn();
  }

  /** Returns the condition beyond which the limit is exceeded without a warning. */
  Condition last() {
    return warn() == null ? pass() : warn();
  }

  Unit unit() {
    return pass().limit().unit();
  }
}
