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
 * @param basis the data of the change; null if there is none
 * @param problem the reason why there is no change; null if there is one
 */
record Comparison(
    LineError.Change change,
    BaselineOrigin origin,
    Finding finding,
    long samples,
    Basis basis,
    Obstacle problem) {

  static Comparison of(LineError.Change change, BaselineOrigin origin, Basis basis) {
    return new Comparison(change, origin, null, change.beyond().samples(), basis, null);
  }

  static Comparison none(Finding finding, BaselineOrigin origin, long samples, Obstacle why) {
    return new Comparison(null, origin, finding, samples, null, why);
  }
}
