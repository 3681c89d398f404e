package io.perfline.gate.judge;

import io.perfline.gate.statistics.LineError;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;

/**
 * A case beside its baseline.
 *
 * @param change null when there is none to be had
 * @param origin what it was compared with
 * @param finding what a missing change comes to; null when there is one
 * @param samples how many pairs or runs there are
 * @param told what it rests on, or why there is no change
 */
record Comparison(
    LineError.Change change, BaselineOrigin origin, Finding finding, long samples, String told) {

  static Comparison of(LineError.Change change, BaselineOrigin origin, String told) {
    return new Comparison(change, origin, null, change.beyond().samples(), told);
  }

  static Comparison none(Finding finding, BaselineOrigin origin, long samples, String why) {
    return new Comparison(null, origin, finding, samples, why);
  }
}
