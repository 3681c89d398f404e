package io.perfline.sims.paired;

import io.perfline.core.profile.RecordedSlice;
import io.perfline.core.run.SlicePair;
import io.perfline.sims.cost.CostMeter;
import io.perfline.sims.cost.CostReading;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.SliceMeasurement;
import io.perfline.sims.engine.Slices;
import io.perfline.sims.profile.ServerRecording;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/**
 * Loads the two sides of one deployment in turn. Which is first in a pair is random; in an open
 * model both slices of a pair have the same arrivals, so that these don't differ by chance.
 */
final class Pairs {

  /** How many times their length all slices of a deployment may take. */
  private static final int MOST_LENGTHS = 3;

  static final int CANDIDATE = 0;
  static final int BASELINE = 1;

  private final Slices slices;
  private final Duration slice;
  private final SplittableRandom random;
  private final Progress progress;
  private final CostMeter server;
  private Duration loaded = Duration.ZERO;

  Pairs(
      Slices slices, Duration slice, SplittableRandom random, Progress progress, CostMeter server) {
    this.slices = slices;
    this.slice = slice;
    this.random = random;
    this.progress = progress;
    this.server = server;
  }

  /** Load that doesn't count, on both sides in turn, for {@code time} together. */
  void warmUp(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      run(random.nextBoolean(), new PairTally(), 0);
    }
  }

  /**
   * Measures so many pairs; fewer when a slice, which ends with the last of its answers, takes many
   * times its length: a service that hangs is seen in few.
   */
  void measure(int count, int deployment, PairTally into) throws InterruptedException {
    slices.watch();
    long from = System.nanoTime();
    long most = MOST_LENGTHS * 2 * count * slice.toNanos();
    for (int i = 0; i < count && System.nanoTime() - from < most; i++) {
      run(random.nextBoolean(), into, deployment);
    }
    into.add(slices.health(), (System.nanoTime() - from) / 1e9);
  }

  /**
   * Drives pairs that count for nothing while the servers are recorded; as long as they may take.
   */
  void record(int count, int deployment, ServerRecording into) throws InterruptedException {
    long from = System.nanoTime();
    long most = MOST_LENGTHS * 2 * count * slice.toNanos();
    for (int i = 0; i < count && System.nanoTime() - from < most; i++) {
      long arrivals = random.nextLong();
      boolean candidateFirst = random.nextBoolean();
      into.add(recorded(candidateFirst, arrivals, deployment, into));
      into.add(recorded(!candidateFirst, arrivals, deployment, into));
      loaded = loaded.plus(slice).plus(slice);
      progress.tick(loaded, 0, 0);
    }
  }

  private RecordedSlice recorded(
      boolean candidate, long arrivals, int deployment, ServerRecording recording)
      throws InterruptedException {
    CostReading before = server.read();
    Instant start = recording.now();
    SliceMeasurement measured = slices.run(candidate ? CANDIDATE : BASELINE, slice, arrivals);
    Instant end = recording.now();
    CostReading cost = server.read().since(before);
    return new RecordedSlice(
        deployment,
        candidate,
        start,
        end,
        measured.messages(),
        measured.service().getMean(),
        cost.cpuUs(),
        cost.allocatedBytes());
  }

  private void run(boolean candidateFirst, PairTally into, int deployment)
      throws InterruptedException {
    long arrivals = random.nextLong();
    CostReading before = server.read();
    SliceMeasurement first = slices.run(candidateFirst ? CANDIDATE : BASELINE, slice, arrivals);
    CostReading between = server.read();
    SliceMeasurement second = slices.run(candidateFirst ? BASELINE : CANDIDATE, slice, arrivals);
    CostReading ofFirst = between.since(before);
    CostReading ofSecond = server.read().since(between);
    SliceMeasurement candidate = candidateFirst ? first : second;
    SliceMeasurement baseline = candidateFirst ? second : first;
    into.add(
        new SlicePair(
            deployment,
            candidateFirst,
            PairTally.slice(candidate, candidateFirst ? ofFirst : ofSecond),
            PairTally.slice(baseline, candidateFirst ? ofSecond : ofFirst)),
        candidate,
        baseline);
    loaded = loaded.plus(slice).plus(slice);
    progress.tick(loaded, candidate.messages() / candidate.seconds(), candidate.errorCount());
  }
}
