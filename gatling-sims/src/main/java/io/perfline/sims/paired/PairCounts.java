package io.perfline.sims.paired;

import io.perfline.core.project.Durations;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.ComparisonTime;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.workload.CasePlan;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The number of pairs that are planned in each deployment of a paired case. */
final class PairCounts {

  /** The largest number of pairs in a deployment, as a multiple of the planned number. */
  private static final int MAX_LONGER = 4;

  private final Durations pace;
  private final Duration slice;
  private final int deployments;
  private int planned; // The planned pairs of the deployments so far.
  private int rounds; // The deployments so far.
  private int last; // The planned pairs of the last deployment.
  private int best; // Those of the next deployments; 0 while that is unknown.
  private Duration length = Duration.ZERO; // The time of the case in the last deployment.

  /**
   * @param deployments the number of planned deployments
   */
  PairCounts(Durations pace, Duration slice, int deployments) {
    this.pace = pace;
    this.slice = slice;
    this.deployments = deployments;
  }

  /**
   * Returns the number of pairs of a deployment: the planned number, until the scatter of pairs and
   * deployments is known. Two deployments, in which the builds swap their places, are equally long.
   *
   * @param round from 1
   */
  int of(int round) {
    int each = plannedEach();
    if (round <= deployments) {
      return each;
    }
    boolean swapping = rounds > deployments && (rounds - deployments) % 2 == 1;
    if (swapping && round == rounds + 1) {
      return last;
    }
    int next = best == 0 ? each : best;
    int from = Math.max(deployments, swapping ? rounds + 1 : rounds);
    int before =
        (rounds < deployments ? each * deployments : planned + (swapping ? last : 0))
            + 2 * next * ((round - from - 1) / 2);
    return Math.max(0, Math.min(next, (each(pace.atMost(), slice, 1) - before) / 2));
  }

  private int plannedEach() {
    return each(pace.duration(), slice, deployments);
  }

  /**
   * Returns the number of pairs per deployment with which the change is known best after a given
   * time. With a variance s² of pairs, a variance d² of deployments, and a deployment that costs as
   * much time as r pairs before its first one, n = √(r · s² ÷ d²) pairs minimize the variance of
   * the mean (Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013, 6.2).
   */
  private int best(double scatterOfPairs) {
    double others = length.toNanos() / (2.0 * slice.toNanos()) - last;
    if (!(scatterOfPairs > 0) || !(others > 0)) {
      return 0;
    }
    int each = plannedEach();
    long exact = Math.round(Math.sqrt(others * scatterOfPairs));
    return (int) Math.max((each + 1) / 2, Math.min(MAX_LONGER * each, exact));
  }

  /** Begins a deployment and returns its number of pairs. */
  int begin(int round) {
    last = of(round);
    planned += last;
    rounds = round;
    return last;
  }

  /** Notes the time that the case took in the current deployment, warm-up included. */
  void took(Duration time) {
    length = time;
  }

  /**
   * Chooses the number of pairs of the next deployments.
   *
   * @param scatterOfPairs the variance of pairs as a multiple of that of deployments; NaN if it is
   *     not known
   */
  void adapt(double scatterOfPairs) {
    best = best(scatterOfPairs);
  }

  /** Returns the number of pairs that were planned in the deployments so far. */
  int planned() {
    return planned;
  }

  /** Returns the maximum number of pairs of a case in each of its profiles. */
  static CatalogueEntry.Pairs max(CasePlan plan) {
    CaseSettings settings = plan.settings();
    Duration slice = settings.duration(PairedKeys.SLICE);
    int deployments = settings.number(PairedKeys.DEPLOYMENTS);
    Map<String, Integer> max = new HashMap<>();
    Map<String, ComparisonTime> times = new HashMap<>();
    plan.paces()
        .forEach(
            (profile, pace) -> {
              times.put(profile, ComparisonTime.of(pace, deployments));
              int planned = deployments * each(pace.duration(), slice, deployments);
              int further = each(pace.atMost(), slice, 1) - planned;
              max.put(profile, planned + 2 * Math.max(0, further / 2));
            });
    return new CatalogueEntry.Pairs(2 * slice.toMillis(), max, times);
  }

  /** Returns the number of pairs per deployment, at least 1. */
  static int each(Duration all, Duration slice, int deployments) {
    return (int) Math.max(1, all.toMillis() / (2 * slice.toMillis()) / deployments);
  }
}
