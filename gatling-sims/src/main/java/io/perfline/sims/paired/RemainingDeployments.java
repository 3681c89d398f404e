package io.perfline.sims.paired;

import io.perfline.sims.paired.PairedProgress.Deployment;
import io.perfline.sims.paired.PairedProgress.Purpose;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The maximum time that the remaining deployments of comparisons take: the planned load with its
 * warm-ups, multiplied by how much longer than planned the earlier deployments took.
 */
final class RemainingDeployments {

  /** The time to start both builds, until it has been measured. */
  private static final Duration START = Duration.ofSeconds(5);

  private final List<PairedCaseRunner> comparisons;
  private final int before;
  private final Clock clock;
  private Duration planned = Duration.ZERO;
  private Duration taken = Duration.ZERO;
  private Instant begun;

  /**
   * @param before the number of deployments that an earlier run measured
   */
  RemainingDeployments(List<PairedCaseRunner> comparisons, int before, Clock clock) {
    this.comparisons = comparisons;
    this.before = before;
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
    int last = round;
    while (last < max && !open(last + 1).isEmpty()) {
      last++;
    }
    List<PairedCaseRunner> open = open(round);
    boolean judged = open.stream().anyMatch(PairedCaseRunner::isJudged);
    return new Deployment(
        before + round,
        before + last,
        judged ? Purpose.DECIDE : Purpose.MEASURE,
        open.stream().map(PairedCaseRunner::undecided).toList(),
        atMost(round, last),
        atMost(round + 1, last));
  }

  void ended(int round, List<PairedCaseRunner> open) {
    planned = planned.plus(planned(round, open));
    taken = taken.plus(Duration.between(begun, clock.instant()));
  }

  /** Returns a deployment in which the methods of some cases are recorded. */
  Deployment recording(int number, int last, List<PairedCaseRunner> open, boolean askedFor) {
    Duration each =
        open.stream().map(one -> one.recordedLength(askedFor)).reduce(START, Duration::plus);
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
    return open.stream().map(one -> one.length(round)).reduce(START, Duration::plus);
  }

  private Duration asMeasured(Duration load) {
    double longer = planned.isZero() ? 1 : taken.toMillis() / (double) planned.toMillis();
    return Duration.ofMillis(Math.round(load.toMillis() * Math.max(1, longer)));
  }
}
