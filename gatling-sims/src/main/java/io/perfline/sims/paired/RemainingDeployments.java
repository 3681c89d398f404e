package io.perfline.sims.paired;

import io.perfline.core.run.ComparisonTime;
import io.perfline.sims.paired.PairedProgress.Deployment;
import io.perfline.sims.paired.PairedProgress.Purpose;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The remaining deployments of comparisons: as many as the budget allows. Each of them is expected
 * to take the time of its load and its shortest warm-up, multiplied by how much longer than that
 * the earlier deployments took.
 */
final class RemainingDeployments {

  private final List<PairedCaseRunner> comparisons;
  private final int before;
  private final Duration budget;
  private final Clock clock;
  private Duration planned = Duration.ZERO;
  private Duration taken = Duration.ZERO;
  private Instant begun;

  /**
   * @param before the number of deployments that an earlier run measured
   * @param budget the maximum time of all deployments; the planned ones are measured in any case
   */
  RemainingDeployments(
      List<PairedCaseRunner> comparisons, int before, Duration budget, Clock clock) {
    this.comparisons = comparisons;
    this.before = before;
    this.budget = budget;
    this.clock = clock;
  }

  /**
   * Returns a round that begins.
   *
   * @param round from 1
   * @param max the last round, if no case is decided before
   */
  Deployment begin(int round, int max) {
    begun = clock.instant();
    int last = last(round, max);
    List<PairedCaseRunner> open = open(round);
    boolean undecided = open.stream().anyMatch(PairedCaseRunner::isUndecided);
    return new Deployment(
        before + round,
        before + last,
        undecided ? Purpose.DECIDE : Purpose.MEASURE,
        open.stream().map(PairedCaseRunner::undecided).toList(),
        atMost(round, last),
        atMost(round + 1, last));
  }

  /**
   * Returns whether a further round is measured. Rounds follow in twos, in which the builds swap
   * their places.
   */
  boolean allows(int round) {
    return !open(round).isEmpty() && (isPlanned(round) || fits(round, taken));
  }

  private int last(int round, int max) {
    int last = round;
    Duration time = taken.plus(expected(round));
    while (last < max
        && !open(last + 1).isEmpty()
        && (isPlanned(last + 1) || fits(last + 1, time))) {
      last++;
      time = time.plus(expected(last));
    }
    return last;
  }

  /** Returns whether a round is measured without regard to the budget. */
  private boolean isPlanned(int round) {
    int planned = comparisons.stream().mapToInt(PairedCaseRunner::deployments).max().orElse(0);
    return round <= planned || (round - planned) % 2 == 0;
  }

  private boolean fits(int round, Duration before) {
    return before.plus(expected(round)).plus(expected(round + 1)).compareTo(budget) <= 0;
  }

  private Duration expected(int round) {
    return asMeasured(planned(round, open(round)));
  }

  void ended(int round, List<PairedCaseRunner> open) {
    planned = planned.plus(planned(round, open));
    taken = taken.plus(Duration.between(begun, clock.instant()));
  }

  /** Returns a deployment in which the methods of some cases are recorded. */
  Deployment recording(int number, int last, List<PairedCaseRunner> open, boolean askedFor) {
    Duration each =
        open.stream()
            .map(one -> one.recording().length(askedFor))
            .reduce(ComparisonTime.START, Duration::plus);
    return new Deployment(
        number,
        last,
        Purpose.RECORD,
        open.stream().map(PairedCaseRunner::name).toList(),
        asMeasured(each.multipliedBy(last - number + 1)),
        asMeasured(each.multipliedBy(last - number)));
  }

  private List<PairedCaseRunner> open(int round) {
    return comparisons.stream().filter(one -> one.hasLoad(round)).toList();
  }

  private Duration atMost(int from, int last) {
    Duration load = Duration.ZERO;
    for (int round = from; round <= last; round++) {
      load = load.plus(planned(round, open(round)));
    }
    return asMeasured(load);
  }

  private static Duration planned(int round, List<PairedCaseRunner> open) {
    return open.stream().map(one -> one.length(round)).reduce(ComparisonTime.START, Duration::plus);
  }

  private Duration asMeasured(Duration load) {
    double longer = planned.isZero() ? 1 : taken.toMillis() / (double) planned.toMillis();
    return Duration.ofMillis(Math.round(load.toMillis() * Math.max(1, longer)));
  }
}
