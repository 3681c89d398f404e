package io.perfline.gate.compare;

import java.util.Optional;

/**
 * One figure of a case in two runs.
 *
 * @param figure what it is, as in {@code p95}
 * @param unit of both values
 * @param before in the earlier run
 * @param now in the later one
 * @param relative whether the change is a share of what was before, else a difference of shares
 * @param change from before to now
 */
public record Difference(
    String figure, String unit, double before, double now, boolean relative, CaseChange change) {

  static Difference of(
      String figure,
      String unit,
      double before,
      double now,
      Optional<Spread> spreadBefore,
      Optional<Spread> spreadNow) {
    CaseChange change =
        spreadBefore.isPresent() && spreadNow.isPresent()
            ? spreadNow.get().since(spreadBefore.get())
            : CaseChange.alone(now, before);
    return new Difference(figure, unit, before, now, true, change);
  }
}
