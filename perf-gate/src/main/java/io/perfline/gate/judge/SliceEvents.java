package io.perfline.gate.judge;

import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.RareChange;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The numbers of rare events of both builds in each slice. A slice with such an event is an outlier
 * for every median, so medians do not show it.
 *
 * @param candidate the number of events in each slice of the candidate
 * @param candidateOf the number of possible events of the candidate
 * @param baseline the number of events in each slice of the baseline
 * @param baselineOf the number of possible events of the baseline
 * @param few true if there are too few events for a difference, because a busy host pauses any
 *     service once or twice
 */
record SliceEvents(
    long[] candidate, long candidateOf, long[] baseline, long baselineOf, boolean few) {

  /**
   * The largest number of stalls of both builds together that the machine itself may have caused.
   */
  private static final int FEW = 4;

  /**
   * The largest number of stalls that the candidate may have more than the baseline if there are
   * few.
   */
  private static final int FEW_MORE = 2;

  /** The shortest stall, in microseconds. */
  private static final double SHORTEST_STALL_US = 200_000;

  /** The smallest ratio of a stall to the median time. */
  private static final double UNUSUAL = 10;

  /**
   * Counts the events.
   *
   * @param metric the metric that is based on them
   */
  static SliceEvents of(Metric metric, List<SlicePair> pairs) {
    if (metric != Metric.STALLS) {
      return of(pairs, Slice::errorCount, slice -> slice.counts().all());
    }
    SliceEvents stalls = of(pairs, stall(pairs), slice -> 1);
    long more = Arrays.stream(stalls.candidate).sum();
    long less = Arrays.stream(stalls.baseline).sum();
    return stalls.with(more + less <= FEW && more - less <= FEW_MORE);
  }

  private SliceEvents with(boolean fewEvents) {
    return new SliceEvents(candidate, candidateOf, baseline, baselineOf, fewEvents);
  }

  private static SliceEvents of(
      List<SlicePair> pairs, ToLongFunction<Slice> events, ToLongFunction<Slice> of) {
    List<Slice> candidate = pairs.stream().map(SlicePair::candidate).toList();
    List<Slice> baseline = pairs.stream().map(SlicePair::baseline).toList();
    return new SliceEvents(
        candidate.stream().mapToLong(events).toArray(),
        candidate.stream().mapToLong(of).sum(),
        baseline.stream().mapToLong(events).toArray(),
        baseline.stream().mapToLong(of).sum(),
        false);
  }

  /** Counts 1 for a slice with a request that took much longer than the baseline's median. */
  private static ToLongFunction<Slice> stall(List<SlicePair> pairs) {
    double median =
        TimeDistribution.merge(pairs.stream().map(pair -> pair.baseline().serviceTime()).toList())
            .percentileUs(50);
    double shortestUs = Math.max(SHORTEST_STALL_US, UNUSUAL * median);
    return slice -> slice.serviceTime().maxUs() >= shortestUs ? 1 : 0;
  }

  Estimate change(double error) {
    if (few) {
      return new Estimate(0, 0, 0, baseline.length, "too few stalls to differ");
    }
    return RareChange.of(candidate, candidateOf, baseline, baselineOf, error);
  }

  Basis.Events sums() {
    return new Basis.Events(
        Arrays.stream(candidate).sum(), candidateOf, Arrays.stream(baseline).sum(), baselineOf);
  }

  /** Returns the share of one build's events in percent. */
  double percent(boolean ofCandidate) {
    return ofCandidate ? percent(candidate, candidateOf) : percent(baseline, baselineOf);
  }

  private static double percent(long[] events, long of) {
    return 100.0 * Arrays.stream(events).sum() / of;
  }
}
