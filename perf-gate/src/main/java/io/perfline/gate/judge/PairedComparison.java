package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.judge.Obstacle.Kind;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.MetricSource;
import io.perfline.gate.statistics.DeploymentVariance;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.statistics.PairedValues;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.ValidRun;
import io.perfline.gate.verdict.BaselineContent;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Compares a case with a baseline that was measured together with it in alternating slices.
 *
 * @param measured the baseline of the run; null if unknown
 */
record PairedComparison(Metric metric, ValidRun rules, RunBaseline measured) {

  private static final double US_PER_MS = 1000;
  private static final String CANDIDATE = "candidate";
  private static final String BASELINE = "baseline";

  Comparison compare(CaseResult result, String name, Baseline.Paired baseline, LineError error) {
    if (metric.memory().isPresent()) {
      return memory(result, name, baseline, error);
    }
    List<SlicePair> pairs = result.pairs();
    LoadUnit unit = LoadUnit.of(result);
    Optional<Obstacle> problem =
        (metric.isFrom(MetricSource.SERVER_COST) ? unknownCost(result) : Optional.<Obstacle>empty())
            .or(() -> problem(pairs));
    if (problem.isPresent()) {
      return none(problem.get(), origin(name, baseline, null, null, unit), pairs.size());
    }
    PairsOfZero zeros = PairsOfZero.of(pairs, metric);
    if (zeros.isUndefined()) {
      return none(zeros.problem(), origin(name, baseline, null, null, unit), pairs.size());
    }
    LineError.Change change =
        zeros.isDecided()
            ? error.change(zeros::change)
            : metric.rare()
                ? error.change(SliceEvents.of(metric, pairs)::change)
                : error.changeOfDeployments(values(result)::change);
    Basis basis =
        new Basis.Pairs(
            pairs.size(),
            pairs.stream().map(SlicePair::deployment).distinct().count(),
            isRedeployed(),
            metric.rare() ? SliceEvents.of(metric, pairs).sums() : null,
            metric.cpu() && result.server() != null && result.server().ofBothBuilds());
    Double before = level(pairs, false);
    Double now = level(pairs, true);
    return Comparison.of(change, origin(name, baseline, before, now, unit), basis);
  }

  private static Comparison none(Obstacle problem, BaselineOrigin origin, long samples) {
    return Comparison.none(Finding.NOT_MEASURED, origin, samples, problem);
  }

  private Comparison memory(
      CaseResult result, String name, Baseline.Paired baseline, LineError error) {
    LoadUnit unit = LoadUnit.of(result);
    MemoryComparison memory = new MemoryComparison(metric, result);
    Optional<Obstacle> problem =
        memory
            .problem()
            .or(() -> problem(result.pairs()))
            .or(
                () ->
                    isRedeployed()
                        ? Optional.empty()
                        : Optional.of(Obstacle.of(Kind.NEVER_STARTED_AGAIN, metric.id())));
    int deployments = result.memory() == null ? 0 : result.memory().deployments().size();
    if (problem.isPresent()) {
      return none(problem.get(), origin(name, baseline, null, null, unit), deployments);
    }
    return Comparison.of(
        error.changeOfDeployments(memory::change),
        origin(name, baseline, shown(memory.level(false)), shown(memory.level(true)), unit),
        new Basis.Deployments(deployments));
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
            && (!metric.isFrom(MetricSource.SERVER_COST) || unknownCost(result).isEmpty())
            && problem(result.pairs()).isEmpty()
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

  /** Returns the reason why the server's cost can't be compared; empty if it can. */
  private Optional<Obstacle> unknownCost(CaseResult result) {
    boolean known =
        result.pairs().stream()
            .flatMap(pair -> Stream.of(pair.candidate(), pair.baseline()))
            .filter(Objects::nonNull)
            .allMatch(metric::isReported);
    return known ? Optional.empty() : Optional.of(CaseValidity.unknownCost(metric, result));
  }

  /** Returns the reason why the pairs are not valid; empty if they are. */
  private Optional<Obstacle> problem(List<SlicePair> pairs) {
    for (int i = 0; i < pairs.size(); i++) {
      Slice baseline = pairs.get(i).baseline();
      Optional<Obstacle> candidate = problem(pairs.get(i).candidate());
      Optional<Obstacle> found = candidate.or(() -> problem(baseline));
      if (found.isPresent()) {
        String build = candidate.isPresent() ? CANDIDATE : BASELINE;
        return Optional.of(Obstacle.of(Kind.PAIR, i + 1, pairs.size(), build, found.get()));
      }
    }
    return metric.countsErrors() ? Optional.empty() : failures(pairs);
  }

  private Optional<Obstacle> failures(List<SlicePair> pairs) {
    SliceEvents errors = SliceEvents.of(Metric.ERROR_RATE, pairs);
    for (boolean ofCandidate : new boolean[] {true, false}) {
      double percent = errors.percent(ofCandidate);
      if (!rules.errorRate().isMetBy(percent)) {
        String build = ofCandidate ? CANDIDATE : BASELINE;
        return Optional.of(Obstacle.of(Kind.ERRORS_OF_BUILD, build, percent, rules.errorRate()));
      }
    }
    return Optional.empty();
  }

  private Optional<Obstacle> problem(Slice slice) {
    if (slice == null || slice.responseTime() == null || slice.serviceTime() == null) {
      return Optional.of(Obstacle.of(Kind.SLICE_MISSING));
    }
    if (!(slice.seconds() > 0) || Double.isInfinite(slice.seconds())) {
      return Optional.of(Obstacle.of(Kind.SLICE_DURATION, slice.seconds()));
    }
    if (slice.requests() < 0
        || slice.messages() < 0
        || slice.bytes() < 0
        || slice.errorCount() < 0) {
      return Optional.of(Obstacle.of(Kind.SLICE_NEGATIVE));
    }
    if (slice.counts().all() == 0) {
      return Optional.of(Obstacle.of(Kind.SLICE_EMPTY));
    }
    boolean hasValue = !metric.rare() && metric.memory().isEmpty();
    if (!metric.countsErrors() && (slice.requests() == 0 || (hasValue && !isMeasured(slice)))) {
      return Optional.of(Obstacle.of(Kind.SLICE_WITHOUT_VALUE));
    }
    return counts(slice.responseTime(), slice) && counts(slice.serviceTime(), slice)
        ? Optional.empty()
        : Optional.of(Obstacle.of(Kind.SLICE_COUNT));
  }

  private boolean isMeasured(Slice slice) {
    double value = metric.of(slice);
    return value > 0 || (value == 0 && metric.canBeZero());
  }

  private static boolean counts(TimeDistribution times, Slice slice) {
    return times.count() == slice.requests();
  }

  private BaselineOrigin origin(
      String name, Baseline.Paired baseline, Double before, Double now, LoadUnit unit) {
    BaselineContent.Build build =
        measured == null || measured.name() == null
            ? new BaselineContent.Build(baseline.text(), null)
            : BaselineContent.Build.of(measured, "");
    return BaselineOrigin.paired(name, before, now, metric.shownIn().symbol(), unit, build);
  }
}
