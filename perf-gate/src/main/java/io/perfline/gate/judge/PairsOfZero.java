package io.perfline.gate.judge;

import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.PairedChange;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The pairs of slices in which a metric was 0, so that its change has no percentage.
 *
 * @param pairs the number of all pairs
 * @param candidate the number of slices of the candidate in which the metric was 0
 * @param baseline the number of slices of the baseline in which the metric was 0
 */
record PairsOfZero(Metric metric, int pairs, long candidate, long baseline) {

  /** The log ratio of a decrease to nothing, which is −100 % in any number of digits. */
  static final double TO_ZERO = -40;

  static PairsOfZero of(List<SlicePair> pairs, Metric metric) {
    return metric.rare() || metric.memory().isPresent()
        ? new PairsOfZero(metric, pairs.size(), 0, 0)
        : new PairsOfZero(
            metric,
            pairs.size(),
            zeros(pairs, SlicePair::candidate, metric::of),
            zeros(pairs, SlicePair::baseline, metric::of));
  }

  private static long zeros(
      List<SlicePair> pairs, Function<SlicePair, Slice> build, ToDoubleFunction<Slice> value) {
    return pairs.stream().map(build).mapToDouble(value).filter(one -> one == 0).count();
  }

  boolean isNone() {
    return candidate == 0 && baseline == 0;
  }

  /** Returns true if the candidate was 0 throughout, which is the least. */
  boolean isDecided() {
    return pairs > 0 && candidate == pairs;
  }

  /** Returns true if there is no change in percent. */
  boolean isUndefined() {
    return !isNone() && !isDecided();
  }

  /** Estimates the change of a candidate that was 0 throughout. */
  Estimate change(double error) {
    double logRatio = baseline == pairs ? 0 : TO_ZERO;
    boolean enough = pairs >= PairedChange.minPairsToDecide(error);
    return new Estimate(
        logRatio,
        enough ? logRatio : Double.NEGATIVE_INFINITY,
        enough ? logRatio : Double.POSITIVE_INFINITY,
        pairs,
        "0 is the least");
  }

  Obstacle problem() {
    return Obstacle.of(Obstacle.Kind.SLICES_OF_ZERO, metric.id(), baseline, pairs, candidate);
  }
}
