package io.perfline.gate.judge;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Case;
import io.perfline.core.run.PlannedCase;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.Waiver;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether a case that is being measured beside a baseline needs no more pairs: asked behind every
 * two deployments, since the intervals hold over all of these looks. It judges just as {@link Gate}
 * will, with the same share of the error; waivers change no interval and are left out.
 */
public final class PairedDecision {

  /** What differs between two deployments for good is seen in no fewer. */
  private static final int DEPLOYMENTS = 2;

  private final Thresholds thresholds;
  private final SharedError error;
  private final RelativeJudge judge;

  private PairedDecision(Thresholds thresholds, SharedError error) {
    this.thresholds = thresholds;
    this.error = error;
    this.judge = new RelativeJudge(new Waivers(List.of(), LocalDate.EPOCH));
  }

  /**
   * @param inRun whether the run holds a case of the catalogue, or is to hold it
   */
  public static PairedDecision of(
      Thresholds thresholds, List<PlannedCase> catalogue, Predicate<PlannedCase> inRun) {
    return new PairedDecision(thresholds, SharedError.of(thresholds, catalogue, inRun));
  }

  /**
   * Sees to it that load beside a baseline will be judged.
   *
   * @param inRun as in {@link #of}
   * @param option how the baseline was asked for, as in {@code --against}
   * @throws Fault (configuration) when no threshold compares any of the cases in pairs
   */
  public static void require(
      Thresholds thresholds,
      List<PlannedCase> catalogue,
      Predicate<PlannedCase> inRun,
      String option) {
    boolean some =
        thresholds.thresholds().stream()
            .filter(thresholds::inPairs)
            .anyMatch(
                one ->
                    catalogue.stream()
                        .anyMatch(each -> inRun.test(each) && CatalogueCheck.names(one, each)));
    if (!some) {
      throw Fault.configuration(
          "%s: %s was given, but no threshold compares a case of this run with a baseline measured"
                  .formatted(thresholds.file(), option)
              + " beside it, so that load would be judged by nothing: add one with a baseline"
              + " '{paired: true}', or leave the option out");
    }
  }

  /**
   * Whether every comparing threshold on the case is kept or broken for sure, or can't be judged
   * however long the load goes on.
   */
  public boolean decided(Case soFar) {
    return findings(soFar).noneMatch(Finding::open);
  }

  /**
   * Whether a comparing threshold on the case is broken for sure, and so the build is, whatever
   * else is measured: not one that a waiver names, which might let it through.
   */
  public boolean broken(Case soFar) {
    return broken(soFar, any -> true);
  }

  /** Whether {@link #broken} and not only by requests that fail: its methods may tell why. */
  public boolean slower(Case soFar) {
    return broken(soFar, metric -> !metric.countsErrors());
  }

  private boolean broken(Case soFar, Predicate<Metric> which) {
    return lines(soFar, which)
        .filter(line -> line.finding() == Finding.BROKEN)
        .anyMatch(line -> !isNamedByWaiver(line.threshold(), soFar.name()));
  }

  private boolean isNamedByWaiver(String threshold, String caseName) {
    return thresholds.waivers().stream()
        .filter(Waiver.OfThreshold.class::isInstance)
        .map(Waiver.OfThreshold.class::cast)
        .anyMatch(one -> one.threshold().equals(threshold) && one.cases().matches(caseName));
  }

  /** Whether a comparing threshold on the case is broken for sure, waived or not. */
  public boolean isBeyond(Case soFar) {
    return findings(soFar).anyMatch(Finding.BROKEN::equals);
  }

  /**
   * Whether every comparing threshold on the case is kept for sure: not when one can't be judged,
   * or there is none.
   */
  public boolean isWithin(Case soFar) {
    List<Finding> findings = findings(soFar).toList();
    return !findings.isEmpty() && findings.stream().allMatch(Finding.WITHIN_PASS::equals);
  }

  /** The change of the case with its interval: what is broken, else every threshold's. */
  public String told(Case soFar) {
    List<Line> lines = lines(soFar).toList();
    boolean beyond = lines.stream().anyMatch(line -> line.finding() == Finding.BROKEN);
    return lines.stream()
        .filter(line -> !beyond || line.finding() == Finding.BROKEN)
        .map(line -> "%s of %s %s".formatted(line.metric(), line.caseName(), line.reason()))
        .collect(Collectors.joining("; "));
  }

  /** The same when as many builds are decided on with the error of one. */
  public PairedDecision sharedOver(int builds) {
    return new PairedDecision(thresholds, new SharedError(error.lines() * builds));
  }

  private Stream<Finding> findings(Case soFar) {
    return lines(soFar).map(Line::finding);
  }

  private Stream<Line> lines(Case soFar) {
    return lines(soFar, any -> true);
  }

  private Stream<Line> lines(Case soFar, Predicate<Metric> which) {
    return thresholds.thresholds().stream()
        .filter(thresholds::inPairs)
        .filter(one -> which.test(one.metric()))
        .filter(one -> one.names(soFar.name(), soFar.target()))
        .map(one -> line(one, soFar));
  }

  private static long deployments(Case one) {
    return one.pairs().stream().map(SlicePair::deployment).distinct().count();
  }

  private Line line(Threshold threshold, Case soFar) {
    LineError share = error.of(threshold);
    PlannedCase planned = new PlannedCase(soFar.name(), soFar.target(), List.of());
    LineBuilder lines = LineBuilder.of(threshold, planned);
    if (deployments(soFar) < DEPLOYMENTS) {
      return lines.without(Finding.UNDECIDED, 0, "it takes two deployments");
    }
    Baseline.Paired baseline = (Baseline.Paired) thresholds.baselines().get(threshold.baseline());
    Comparison comparison =
        new PairedComparison(threshold.metric(), thresholds.validRun(), null)
            .compare(soFar, threshold.baseline(), baseline, share);
    return judge.judge(lines, comparison, share);
  }
}
