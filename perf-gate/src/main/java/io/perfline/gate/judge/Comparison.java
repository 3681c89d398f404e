package io.perfline.gate.judge;

import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;

/**
 * A case beside its baseline.
 *
 * @param estimate the change; null when there is none to be had
 * @param origin what it was compared with
 * @param finding what a missing estimate comes to; null when there is one
 * @param samples how many pairs or runs there are
 * @param told what it rests on, or why there is no estimate
 */
record Comparison(
    Estimate estimate, BaselineOrigin origin, Finding finding, long samples, String told) {

  static Comparison of(Estimate estimate, BaselineOrigin origin, String told) {
    return new Comparison(estimate, origin, null, estimate.samples(), told);
  }

  static Comparison none(Finding finding, BaselineOrigin origin, long samples, String why) {
    return new Comparison(null, origin, finding, samples, why);
  }
}
