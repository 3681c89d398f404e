package io.perfline.gate.judge;

import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.RareChange;
import io.perfline.gate.thresholds.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What happens in few slices only, counted slice by slice on both sides of the pairs: such a slice
 * is an outlier to any median, and is missed by it.
 *
 * @param candidateOf among how many of the candidate's it might have happened
 * @param baselineOf the same of the baseline
 */
record SliceEvents(long[] candidate, long candidateOf, long[] baseline, long baselineOf) {

  /** A shorter wait is no stall, in microseconds. */
  private static final double SHORTEST_STALL_US = 200_000;

  /** How many times the usual time it takes at least. */
  private static final double UNUSUAL = 10;

  /**
   * @param metric that counts them
   */
  static SliceEvents of(Metric metric, List<SlicePair> pairs) {
    return metric == Metric.STALLS
        ? of(pairs, stall(pairs), slice -> 1)
        : of(pairs, Slice::errors, slice -> slice.requests() + slice.errors());
  }

  private static SliceEvents of(
      List<SlicePair> pairs, ToLongFunction<Slice> events, ToLongFunction<Slice> of) {
    List<Slice> candidate = pairs.stream().map(SlicePair::candidate).toList();
    List<Slice> baseline = pairs.stream().map(SlicePair::baseline).toList();
    return new SliceEvents(
        candidate.stream().mapToLong(events).toArray(),
        candidate.stream().mapToLong(of).sum(),
        baseline.stream().mapToLong(events).toArray(),
        baseline.stream().mapToLong(of).sum());
  }

  /** 1 for a slice that holds a request far beyond what the baseline usually takes. */
  private static ToLongFunction<Slice> stall(List<SlicePair> pairs) {
    double usual =
        TimeDistribution.merge(pairs.stream().map(pair -> pair.baseline().serviceTime()).toList())
            .percentileUs(50);
    double least = Math.max(SHORTEST_STALL_US, UNUSUAL * usual);
    return slice -> slice.serviceTime().maxUs() >= least ? 1 : 0;
  }

  Estimate change(double error) {
    return RareChange.of(candidate, candidateOf, baseline, baselineOf, error);
  }

  /** How many there were of how many, the baseline's behind the candidate's. */
  String told() {
    return "%d of %d against %d of %d"
        .formatted(
            Arrays.stream(candidate).sum(), candidateOf, Arrays.stream(baseline).sum(), baselineOf);
  }

  /** The candidate's share, in percent. */
  double candidatePercent() {
    return percent(candidate, candidateOf);
  }

  /** The baseline's share, in percent. */
  double baselinePercent() {
    return percent(baseline, baselineOf);
  }

  private static double percent(long[] events, long of) {
    return 100.0 * Arrays.stream(events).sum() / of;
  }
}
