package io.perfline.gate.judge;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.ComparisonTime;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.StoppingRule;
import io.perfline.gate.judge.Obstacle.Kind;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.statistics.PairedChange;
import io.perfline.gate.thresholds.Baseline;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.Waiver;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Outcome;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Decides during a comparison whether a case needs more pairs. It is asked after every two
 * deployments, because the intervals allow for exactly these analyses. It judges in the same way as
 * {@link Gate} later, with an equal share of the error budget. Waivers are left out, because they
 * change no interval.
 */
public final class PairedDecision implements StoppingRule {

  private static final String TOO_FEW_PAIRS =
      "%s in the profile %s: at_most allows %d pairs, but no limit can be decided by fewer than %d;"
          + " set at_most to at least %d s, or leave it out";

  private static final String TOO_SMALL_BUDGET =
      "the profile %s: its budget of %s doesn't allow the %d deployments of %s that a decision takes;"
          + " set budget to at least %s";

  /** The number of deployments with which a limit is decided if no earlier build was measured. */
  private static final int DEPLOYMENTS_TO_DECIDE = 6;

  /**
   * The smallest number of deployments; a single one does not show differences between deployments.
   */
  private static final int DEPLOYMENTS = 2;

  /** The number of deployments that leave six degrees of freedom. */
  public static final int DEPLOYMENTS_OF_NOISE = 8;

  /**
   * Ends the comparison of a build with itself after {@link #DEPLOYMENTS_OF_NOISE} deployments,
   * whose variance is then known for later builds.
   */
  public static final StoppingRule OF_NOISE = soFar -> deployments(soFar) >= DEPLOYMENTS_OF_NOISE;

  private final Thresholds thresholds;
  private final SharedError error;
  private final RunBaseline compared;
  private final RelativeJudge judge;

  private PairedDecision(Thresholds thresholds, SharedError error, RunBaseline compared) {
    this.thresholds = thresholds;
    this.error = error;
    this.compared = compared;
    this.judge = new RelativeJudge(new Waivers(List.of(), LocalDate.EPOCH));
  }

  /** Decides in a comparison that restarts both builds. */
  public static PairedDecision of(
      Thresholds thresholds, List<CatalogueEntry> catalogue, Predicate<CatalogueEntry> inRun) {
    return of(thresholds, null, catalogue, inRun);
  }

  /**
   * Decides by the limits of a commit.
   *
   * @param compared the baseline of the run; null if both builds are restarted
   */
  public static PairedDecision of(
      Thresholds thresholds,
      RunBaseline compared,
      List<CatalogueEntry> catalogue,
      Predicate<CatalogueEntry> inRun) {
    return new PairedDecision(thresholds, SharedError.of(thresholds, catalogue, inRun), compared);
  }

  /**
   * Checks that something will judge the load for a comparison with a baseline.
   *
   * @param option the option with which the baseline was given, such as {@code --against}
   * @throws Fault (configuration) if no threshold compares one of the cases in pairs
   */
  public static void require(
      Thresholds thresholds,
      List<CatalogueEntry> catalogue,
      Predicate<CatalogueEntry> inRun,
      String option) {
    boolean some =
        thresholds.thresholds().stream()
            .filter(thresholds::inPairs)
            .anyMatch(
                threshold ->
                    catalogue.stream()
                        .anyMatch(
                            entry -> inRun.test(entry) && CatalogueCheck.names(threshold, entry)));
    if (!some) {
      throw Fault.configuration(
          "%s: %s was given, but no threshold compares a case of this run in pairs"
                  .formatted(thresholds.file(), option)
              + " with a baseline, so nothing would judge that load: add one with a baseline"
              + " '{paired: true}', or leave the option out");
    }
  }

  /**
   * Checks that each comparison can have enough pairs and deployments to be decided.
   *
   * @throws Fault (configuration) with all cases whose {@code at_most}, and all profiles whose
   *     {@code budget} allows too few
   */
  public static void requireEnoughPairs(Thresholds thresholds, List<CatalogueEntry> catalogue) {
    int minPairs = PairedChange.minPairsToDecide(LineError.WITHIN);
    List<String> faults = new ArrayList<>();
    for (CatalogueEntry entry : catalogue) {
      if (isJudged(thresholds, entry)) {
        long seconds = (entry.pairs().millis() * (minPairs + 1) + 999) / 1000;
        new TreeMap<>(entry.pairs().most())
            .forEach(
                (profile, max) -> {
                  if (max < minPairs) {
                    faults.add(
                        TOO_FEW_PAIRS.formatted(entry.name(), profile, max, minPairs, seconds));
                  }
                });
      }
    }
    faults.addAll(tooSmallBudgets(thresholds, catalogue));
    if (!faults.isEmpty()) {
      throw Fault.configuration(String.join("\n", faults));
    }
  }

  /** Describes the profiles whose budget allows too few deployments to estimate their variance. */
  private static List<String> tooSmallBudgets(
      Thresholds thresholds, List<CatalogueEntry> catalogue) {
    Map<String, List<ComparisonTime>> profiles = new TreeMap<>();
    catalogue.stream()
        .filter(entry -> isJudged(thresholds, entry))
        .forEach(
            entry ->
                entry
                    .pairs()
                    .times()
                    .forEach(
                        (profile, time) ->
                            profiles.computeIfAbsent(profile, key -> new ArrayList<>()).add(time)));
    List<String> faults = new ArrayList<>();
    profiles.forEach(
        (profile, times) ->
            ComparisonTime.missing(times, DEPLOYMENTS_TO_DECIDE)
                .ifPresent(
                    needed ->
                        faults.add(
                            TOO_SMALL_BUDGET.formatted(
                                profile,
                                ComparisonTime.text(ComparisonTime.budget(times)),
                                DEPLOYMENTS_TO_DECIDE,
                                times.size() == 1 ? "1 case" : times.size() + " cases",
                                ComparisonTime.text(needed)))));
    return faults;
  }

  private static boolean isJudged(Thresholds thresholds, CatalogueEntry entry) {
    return entry.pairs() != null
        && thresholds.thresholds().stream()
            .filter(thresholds::inPairs)
            .anyMatch(threshold -> CatalogueCheck.names(threshold, entry));
  }

  /**
   * {@inheritDoc}
   *
   * <p>A case is decided if each threshold that compares it is confirmed to be met or exceeded, or
   * can't be judged even with more load.
   */
  @Override
  public boolean decided(CaseResult soFar) {
    return findings(soFar).noneMatch(Finding::open);
  }

  @Override
  public List<String> undecided(CaseResult soFar) {
    return lines(soFar)
        .filter(line -> line.finding().open())
        .map(line -> line.limited().metric())
        .distinct()
        .toList();
  }

  /**
   * {@inheritDoc}
   *
   * <p>A threshold with a waiver does not count, because the waiver may let the build pass.
   */
  @Override
  public boolean exceedsLimit(CaseResult soFar) {
    return exceedsLimit(soFar, any -> true);
  }

  @Override
  public boolean isSlower(CaseResult soFar) {
    return exceedsLimit(soFar, metric -> !metric.countsErrors());
  }

  @Override
  public double scatterOfPairs(CaseResult soFar) {
    return judging(soFar, any -> true)
        .filter(threshold -> line(threshold, soFar).finding().open())
        .mapToDouble(
            threshold ->
                new PairedComparison(threshold.metric(), thresholds.validRun(), compared)
                    .scatterOfPairs(threshold.asJudged(soFar)))
        .filter(Double::isFinite)
        .max()
        .orElse(Double.NaN);
  }

  private boolean exceedsLimit(CaseResult soFar, Predicate<Metric> which) {
    return lines(soFar, which)
        .filter(line -> line.finding() == Finding.EXCEEDED)
        .anyMatch(line -> !isNamedByWaiver(line.threshold(), soFar.name()));
  }

  private boolean isNamedByWaiver(String threshold, String caseName) {
    return thresholds.waivers().stream()
        .filter(Waiver.OfThreshold.class::isInstance)
        .map(Waiver.OfThreshold.class::cast)
        .anyMatch(
            ofThreshold ->
                ofThreshold.threshold().equals(threshold) && ofThreshold.cases().matches(caseName));
  }

  /**
   * Returns whether a threshold judges the case in pairs, which none does whose metric is not
   * available.
   */
  public boolean judges(CaseResult result) {
    return findings(result).anyMatch(finding -> finding != Finding.NOT_AVAILABLE);
  }

  /**
   * Returns true if the case is confirmed to exceed a limit on a comparison, whether waived or not.
   */
  public boolean isBeyond(CaseResult soFar) {
    return findings(soFar).anyMatch(Finding.EXCEEDED::equals);
  }

  /**
   * Returns true if each threshold that compares the case is confirmed to be met; false if one
   * can't be judged, or if there is none.
   */
  public boolean isWithin(CaseResult soFar) {
    List<Finding> findings =
        findings(soFar).filter(finding -> finding != Finding.NOT_AVAILABLE).toList();
    return !findings.isEmpty()
        && findings.stream().allMatch(finding -> finding.outcome() == Outcome.PASS);
  }

  /** Returns the lines of the exceeded thresholds of a case if there are any, otherwise all. */
  public List<JudgedLine> deciding(CaseResult soFar) {
    List<JudgedLine> lines = lines(soFar).toList();
    List<JudgedLine> beyond =
        lines.stream().filter(line -> line.finding() == Finding.EXCEEDED).toList();
    return beyond.isEmpty() ? lines : beyond;
  }

  /** Returns this decision for several builds that share the error budget of one build. */
  public PairedDecision sharedOver(int builds) {
    return new PairedDecision(thresholds, new SharedError(error.lines() * builds), compared);
  }

  private Stream<Finding> findings(CaseResult soFar) {
    return lines(soFar).map(JudgedLine::finding);
  }

  private Stream<JudgedLine> lines(CaseResult soFar) {
    return lines(soFar, any -> true);
  }

  private Stream<JudgedLine> lines(CaseResult soFar, Predicate<Metric> which) {
    return judging(soFar, which).map(threshold -> line(threshold, soFar));
  }

  /** Returns the thresholds that judge a case in pairs. */
  private Stream<Threshold> judging(CaseResult soFar, Predicate<Metric> which) {
    return thresholds.thresholds().stream()
        .filter(thresholds::inPairs)
        .filter(threshold -> which.test(threshold.metric()))
        .filter(threshold -> threshold.names(soFar.name(), soFar.target()));
  }

  private static long deployments(CaseResult result) {
    return result.pairs().stream().map(SlicePair::deployment).distinct().count();
  }

  private JudgedLine line(Threshold threshold, CaseResult whole) {
    CaseResult soFar = threshold.asJudged(whole);
    LineError share = error.of(threshold);
    CatalogueEntry entry = new CatalogueEntry(soFar.name(), soFar.target(), List.of());
    LineBuilder lines = LineBuilder.of(threshold, entry);
    Optional<Obstacle> need = UnavailableNeed.reason(threshold, soFar);
    if (need.isPresent()) {
      return lines.without(Finding.NOT_AVAILABLE, 0, need.get());
    }
    if (threshold.metric().memory().isPresent()) {
      Optional<Obstacle> unavailable =
          new MemoryComparison(threshold.metric(), soFar).unavailable();
      if (unavailable.isPresent()) {
        return lines.without(Finding.NOT_AVAILABLE, 0, unavailable.get());
      }
    }
    if (deployments(soFar) < DEPLOYMENTS) {
      return lines.without(Finding.UNDECIDED, 0, Obstacle.of(Kind.TOO_FEW_DEPLOYMENTS));
    }
    Baseline.Paired baseline = (Baseline.Paired) thresholds.baselines().get(threshold.baseline());
    Comparison comparison =
        new PairedComparison(threshold.metric(), thresholds.validRun(), compared)
            .compare(soFar, threshold.baseline(), baseline, share);
    return judge.judge(lines, comparison, share);
  }
}
