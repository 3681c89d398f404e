package io.perfline.gate.judge;

import io.perfline.core.git.CommitId;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.MetricSource;
import io.perfline.gate.statistics.DeploymentVariance;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.statistics.PairedValues;
import io.perfline.gate.statistics.RareChange;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.ValidRun;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Compares a case with a baseline that was measured together with it in alternating slices.
 *
 * @param measured the baseline of the run; null if unknown
 */
record PairedComparison(Metric metric, ValidRun rules, RunBaseline measured) {

  private static final double US_PER_MS = 1000;

  Comparison compare(CaseResult result, String name, Baseline.Paired baseline, LineError error) {
    if (metric.memory().isPresent()) {
      return memory(result, name, baseline, error);
    }
    List<SlicePair> pairs = result.pairs();
    LoadUnit unit = LoadUnit.of(result);
    String problem = metric.isFrom(MetricSource.SERVER_COST) ? unknownCost(result) : null;
    problem = problem == null ? problem(pairs) : problem;
    if (problem != null) {
      return Comparison.none(
          Finding.NOT_MEASURED, origin(name, baseline, null, null, unit), pairs.size(), problem);
    }
    PairsOfZero zeros = PairsOfZero.of(pairs, metric);
    if (zeros.isUndefined()) {
      return Comparison.none(
          Finding.NOT_MEASURED,
          origin(name, baseline, null, null, unit),
          pairs.size(),
          zeros.explanation());
    }
    LineError.Change change =
        error.change(
            zeros.isDecided()
                ? zeros::change
                : metric.rare() ? SliceEvents.of(metric, pairs)::change : values(result)::change);
    long deployments = pairs.stream().map(SlicePair::deployment).distinct().count();
    String explanation =
        !isRedeployed()
            ? "%d pairs in 1 deployment, in which the builds never swapped places"
                .formatted(pairs.size())
            : "%d pairs in %d deployment%s"
                .formatted(pairs.size(), deployments, deployments == 1 ? "" : "s");
    if (metric.rare()) {
      explanation = SliceEvents.of(metric, pairs).text() + ", " + explanation;
    }
    if (metric.cpu() && result.server() != null && result.server().ofBothBuilds()) {
      explanation += "; " + ServerCost.SHARED + ", so work outside of requests isn't separated";
    }
    Double before = level(pairs, false);
    Double now = level(pairs, true);
    return Comparison.of(change, origin(name, baseline, before, now, unit), explanation);
  }

  private Comparison memory(
      CaseResult result, String name, Baseline.Paired baseline, LineError error) {
    LoadUnit unit = LoadUnit.of(result);
    MemoryComparison memory = new MemoryComparison(metric, result);
    Optional<String> problem =
        memory
            .problem()
            .or(() -> Optional.ofNullable(problem(result.pairs())))
            .or(
                () ->
                    Optional.of(
                            "%s needs processes that are started again".formatted(metric.word()))
                        .filter(why -> !isRedeployed()));
    int deployments = result.memory() == null ? 0 : result.memory().deployments().size();
    if (problem.isPresent()) {
      return Comparison.none(
          Finding.NOT_MEASURED,
          origin(name, baseline, null, null, unit),
          deployments,
          problem.get());
    }
    return Comparison.of(
        error.change(memory::change),
        origin(name, baseline, shown(memory.level(false)), shown(memory.level(true)), unit),
        "%d deployments".formatted(deployments));
  }

  private Double shown(double value) {
    return Double.isFinite(value) ? (Double) metric.shownIn().fromFirst(value) : null;
  }

  /** Returns false if the processes of both builds were never restarted. */
  private boolean isRedeployed() {
    return measured == null || measured.redeployed();
  }

  /**
   * Returns the variance of the deployments of a case; empty if there was only one deployment, or
   * if the metric can't be compared.
   */
  Optional<DeploymentVariance> variance(CaseResult result) {
    if (metric.memory().isPresent()) {
      MemoryComparison memory = new MemoryComparison(metric, result);
      return isRedeployed() && memory.problem().isEmpty()
          ? Optional.of(memory.variance()).filter(one -> one.freedom() > 0)
          : Optional.empty();
    }
    boolean measured = !metric.rare() && isRedeployed() && !result.pairs().isEmpty();
    return measured
            && (!metric.isFrom(MetricSource.SERVER_COST) || unknownCost(result) == null)
            && problem(result.pairs()) == null
            && PairsOfZero.of(result.pairs(), metric).isNone()
        ? Optional.of(values(result).variance()).filter(one -> one.freedom() > 0)
        : Optional.empty();
  }

  /**
   * Returns how much the pairs of a case scatter compared with its deployments; NaN if that is
   * unknown.
   */
  double scatterOfPairs(CaseResult result) {
    return metric.memory().isPresent() || variance(result).isEmpty()
        ? Double.NaN
        : values(result).scatterOfPairs();
  }

  private PairedValues values(CaseResult result) {
    List<SlicePair> pairs = result.pairs();
    SortedMap<Integer, List<SlicePair>> deployments = new TreeMap<>();
    for (SlicePair pair : pairs) {
      int deployment = isRedeployed() ? pair.deployment() : 1;
      deployments.computeIfAbsent(deployment, key -> new ArrayList<>()).add(pair);
    }
    PairedValues values =
        new PairedValues(step(pairs), DeploymentVariances.expected(result, metric));
    for (List<SlicePair> each : deployments.values()) {
      values.add(
          each.stream().map(SlicePair::candidate).mapToDouble(metric::of).toArray(),
          each.stream().map(SlicePair::baseline).mapToDouble(metric::of).toArray());
    }
    return values;
  }

  /**
   * Returns the step to whose multiples the values are rounded, in the metric's own unit; 0 if they
   * are exact. The step of a slow slice is larger, so it is the median of the slices.
   */
  private double step(List<SlicePair> pairs) {
    if (metric.percentile().isEmpty()) {
      return 0;
    }
    double[] steps =
        pairs.stream()
            .map(SlicePair::baseline)
            .mapToDouble(slice -> times(slice).stepUs(US_PER_MS * metric.of(slice)) / US_PER_MS)
            .sorted()
            .toArray();
    return steps.length == 0 ? 0 : steps[steps.length / 2];
  }

  private TimeDistribution times(Slice slice) {
    return metric.responseTime() ? slice.responseTime() : slice.serviceTime();
  }

  /**
   * Returns the value of one build over all of its slices, in the unit in which it is shown; null
   * if it is unknown.
   */
  private Double level(List<SlicePair> pairs, boolean ofCandidate) {
    double level =
        metric.rare()
            ? SliceEvents.of(metric, pairs).percent(ofCandidate)
            : Math.exp(
                pairs.stream()
                    .mapToDouble(
                        pair ->
                            Math.log(metric.of(ofCandidate ? pair.candidate() : pair.baseline())))
                    .average()
                    .orElse(Double.NaN));
    return shown(level);
  }

  /** Returns the reason why the server's cost can't be compared; null if it can. */
  private String unknownCost(CaseResult result) {
    boolean known =
        result.pairs().stream()
            .flatMap(pair -> Stream.of(pair.candidate(), pair.baseline()))
            .filter(Objects::nonNull)
            .allMatch(metric::isReported);
    return known ? null : CaseValidity.unknownCost(metric, result);
  }

  /** Returns the reason why the pairs are not valid; null if they are. */
  private String problem(List<SlicePair> pairs) {
    for (int i = 0; i < pairs.size(); i++) {
      String candidate = problem(pairs.get(i).candidate());
      String baseline = problem(pairs.get(i).baseline());
      if (candidate != null || baseline != null) {
        return "pair %d of %d: the %s's slice %s"
            .formatted(
                i + 1,
                pairs.size(),
                candidate != null ? "candidate" : "baseline",
                candidate != null ? candidate : baseline);
      }
    }
    return metric.countsErrors() ? null : failures(pairs);
  }

  private String failures(List<SlicePair> pairs) {
    SliceEvents errors = SliceEvents.of(Metric.ERROR_RATE, pairs);
    for (boolean ofCandidate : new boolean[] {true, false}) {
      double percent = errors.percent(ofCandidate);
      if (!rules.errorRate().holds(percent)) {
        return "the %s's error_rate is %.1f %%, a valid run has %s"
            .formatted(ofCandidate ? "candidate" : "baseline", percent, rules.errorRate().text());
      }
    }
    return null;
  }

  private String problem(Slice slice) {
    if (slice == null || slice.responseTime() == null || slice.serviceTime() == null) {
      return "is missing";
    }
    if (!(slice.seconds() > 0) || Double.isInfinite(slice.seconds())) {
      return "took " + slice.seconds() + " s";
    }
    if (slice.requests() < 0
        || slice.messages() < 0
        || slice.bytes() < 0
        || slice.errorCount() < 0) {
      return "has a negative count";
    }
    if (slice.counts().all() == 0) {
      return "contains no request";
    }
    boolean hasValue = !metric.rare() && metric.memory().isEmpty();
    if (!metric.countsErrors() && (slice.requests() == 0 || (hasValue && !isMeasured(slice)))) {
      return "contains nothing to compare";
    }
    return counts(slice.responseTime(), slice) && counts(slice.serviceTime(), slice)
        ? null
        : "contains more or fewer times than requests";
  }

  private boolean isMeasured(Slice slice) {
    double value = metric.of(slice);
    return value > 0 || (value == 0 && metric.canBeZero());
  }

  private static boolean counts(TimeDistribution times, Slice slice) {
    return times.count() == slice.requests();
  }

  private String text(Baseline.Paired baseline) {
    return measured == null || measured.name() == null
        ? baseline.text()
        : measured.commit() == null
            ? measured.name()
            : "%s (%s)".formatted(measured.name(), CommitId.shortened(measured.commit()));
  }

  private BaselineOrigin origin(
      String name, Baseline.Paired baseline, Double before, Double now, LoadUnit unit) {
    return BaselineOrigin.paired(
        name, before, now, metric.shownIn().symbol(), unit, text(baseline));
  }

  /**
   * The numbers of rare events of both builds in each slice. A slice with such an event is an
   * outlier for every median, so medians do not show it.
   *
   * @param candidate the number of events in each slice of the candidate
   * @param candidateOf the number of possible events of the candidate
   * @param baseline the number of events in each slice of the baseline
   * @param baselineOf the number of possible events of the baseline
   * @param few true if there are too few events for a difference, because a busy host pauses any
   *     service once or twice
   */
  private record SliceEvents(
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

    /** Describes the numbers of events, beginning with the candidate's. */
    String text() {
      return "%d of %d against %d of %d"
          .formatted(
              Arrays.stream(candidate).sum(),
              candidateOf,
              Arrays.stream(baseline).sum(),
              baselineOf);
    }

    /** Returns the share of one build's events in percent. */
    double percent(boolean ofCandidate) {
      return ofCandidate ? percent(candidate, candidateOf) : percent(baseline, baselineOf);
    }

    private static double percent(long[] events, long of) {
      return 100.0 * Arrays.stream(events).sum() / of;
    }
  }
}
