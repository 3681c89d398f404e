package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.judge.Obstacle.Kind;
import io.perfline.gate.metric.Metric;
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
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

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
    Optional<Obstacle> problem = validity().unknownCost(result).or(() -> validity().problem(pairs));
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

  private PairValidity validity() {
    return new PairValidity(metric, rules);
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
            .or(() -> validity().problem(result.pairs()))
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
            && validity().unknownCost(result).isEmpty()
            && validity().problem(result.pairs()).isEmpty()
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

  private BaselineOrigin origin(
      String name, Baseline.Paired baseline, Double before, Double now, LoadUnit unit) {
    BaselineContent.Build build =
        measured == null || measured.name() == null
            ? new BaselineContent.Build(baseline.text(), null)
            : BaselineContent.Build.of(measured, "");
    return BaselineOrigin.paired(name, before, now, metric.shownIn().symbol(), unit, build);
  }
}
