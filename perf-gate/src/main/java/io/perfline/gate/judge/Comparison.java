package io.perfline.gate.judge;

import io.perfline.gate.statistics.LineError;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;

/**
 * The comparison of a case with its baseline.
 *
 * @param change the change; null if it could not be estimated
 * @param finding the finding if there is no change; otherwise null
 * @param samples the number of pairs or runs
 * @param explanation the data of the comparison, or the reason why there is no change
 */
record Comparison(
    LineError.Change change,
    BaselineOrigin origin,
    Finding finding,
    long samples,
    String explanation) {

  static Comparison of(LineError.Change change, BaselineOrigin origin, String text) {
    return new Comparison(change, origin, null, change.beyond().samples(), text);
  }

  static Comparison none(Finding finding, BaselineOrigin origin, long samples, String why) {
    return new Comparison(null, origin, finding, samples, why);
  }
}
