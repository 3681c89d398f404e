package io.perfline.sims.paired;

import io.perfline.core.command.Fault;
import io.perfline.sims.server.Profiling;
import java.time.Duration;

/**
 * The load of one paired case under which the methods of both builds are recorded: half of the load
 * of a round of two deployments. If profiling was asked for, it is at least long enough for a
 * result.
 */
final class CaseRecording {

  /** The fewest pairs of a recorded deployment in which a method is sampled often enough. */
  private static final int MIN_PAIRS = 34;

  /** Opens connections to both builds for a load. */
  interface Opened {
    void open(PairedLoader.LoadUser user) throws InterruptedException;
  }

  private final PairedCasePlan plan;
  private final PairedLoader loader;
  private final Duration slice;

  CaseRecording(PairedCasePlan plan, PairedLoader loader, Duration slice) {
    this.plan = plan;
    this.loader = loader;
    this.slice = slice;
  }

  void record(int deployment, Profiling profiling, Opened both) throws InterruptedException {
    boolean askedFor = profiling.isAskedFor();
    profiling.record(
        plan.plan().name(),
        deployment,
        capture ->
            both.open(
                run -> {
                  run.warmUp(warmUp(askedFor), new PairTally());
                  run.record(pairs(askedFor), deployment, capture);
                }));
  }

  /** Returns the planned duration of the load. */
  Duration length(boolean askedFor) {
    return warmUp(askedFor).plus(slice.multipliedBy(2L * pairs(askedFor)));
  }

  private static int minPairs(boolean askedFor) {
    return askedFor ? MIN_PAIRS : 1;
  }

  private int pairs(boolean askedFor) {
    return Math.max(minPairs(askedFor), PairCounts.each(plan.pace().duration(), slice, 1));
  }

  /**
   * Returns the warm-up of a recording: starting it makes the JVM compile again. It lasts at least
   * half a slice per pair.
   */
  private Duration warmUp(boolean askedFor) {
    Duration shortest = slice.multipliedBy(minPairs(askedFor)).dividedBy(2);
    return shortest.compareTo(loader.warmUp()) > 0 ? shortest : loader.warmUp();
  }

  /** Adds the failure of the deployment that was to be recorded to the profiling results. */
  void failed(Fault why, int deployment, Profiling profiling) throws InterruptedException {
    profiling.record(
        plan.plan().name(),
        deployment,
        capture -> {
          throw why;
        });
  }
}
