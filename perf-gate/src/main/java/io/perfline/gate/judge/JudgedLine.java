package io.perfline.gate.judge;

import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Limit;
import io.perfline.gate.verdict.Measured;
import io.perfline.gate.verdict.Outcome;

/**
 * The result of one threshold on one case, not yet in words.
 *
 * @param target the target of the load; null for a line on the comparison as a whole
 * @param baseline the baseline; null for an absolute limit
 */
public record JudgedLine(
    String threshold,
    String caseName,
    String target,
    Limit limited,
    Measured measured,
    BaselineOrigin baseline,
    Finding finding,
    Reason reason) {

  /** Creates a line that warns of what a comparison doesn't cover. */
  static JudgedLine notCompared(Obstacle problem) {
    return remark(
        "comparison",
        "**",
        null,
        Limit.remark("baseline", "–"),
        Finding.NOT_COMPARED,
        Reason.without(problem));
  }

  /** Creates a line without a value, whose threshold is not one of {@code thresholds.yml}. */
  static JudgedLine remark(
      String threshold,
      String caseName,
      String target,
      Limit limit,
      Finding finding,
      Reason reason) {
    return new JudgedLine(
        threshold, caseName, target, limit, Measured.nothing(null, 0), null, finding, reason);
  }

  public Outcome outcome() {
    return finding.outcome();
  }

  JudgedLine with(Finding other, Reason because) {
    return new JudgedLine(threshold, caseName, target, limited, measured, baseline, other, because);
  }
}
