package io.perfline.sims.paired;

import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.SliceMeasurement;
import io.perfline.sims.engine.Slices;
import io.perfline.sims.server.CostReading;
import io.perfline.sims.server.JfrCapture;
import io.perfline.sims.server.PairMeter;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Loads two builds in turn by a {@link CommonClock}. All generators draw the same random numbers,
 * so they load the same build at the same time. A generator that would begin a slice too late
 * misses it.
 */
final class ClockedPairs implements PairedLoader.PairSource {

  private final Slices slices;
  private final Duration slice;
  private final CommonClock clock;
  private final SplittableRandom random;
  private final Progress progress;
  private final PairMeter meter;
  private final SentBalance balance;
  private Duration loaded = Duration.ZERO;

  ClockedPairs(
      Slices slices,
      Duration slice,
      CommonClock clock,
      SplittableRandom random,
      Progress progress,
      PairMeter meter,
      SentBalance balance) {
    this.slices = slices;
    this.slice = slice;
    this.clock = clock;
    this.random = random;
    this.progress = progress;
    this.meter = meter;
    this.balance = balance;
  }

  /** Returns the number of pairs that fit into a duration. */
  static int pairs(Duration time, Duration slice) {
    return (int) Math.max(1, time.toMillis() / (2 * slice.toMillis()));
  }

  @Override
  public void warmUp(Duration time, PairTally into) throws InterruptedException {
    drive(pairs(time, slice), 0, into);
  }

  @Override
  public void measure(int count, int deployment, PairTally into) throws InterruptedException {
    slices.watch();
    long from = System.nanoTime();
    drive(count, deployment, into);
    into.add(slices.health(), (System.nanoTime() - from) / 1e9);
  }

  @Override
  public void record(int count, int deployment, JfrCapture into) {
    throw new IllegalStateException("several generators record no methods");
  }

  private void drive(int count, int deployment, PairTally into) throws InterruptedException {
    CommonClock.Ticks ticks = clock.stretch(2 * count, slice);
    for (int i = 0; i < count; i++) {
      boolean candidateFirst = random.nextBoolean();
      long arrivals = random.nextLong();
      CostReading ofCandidate = meter.shared() ? null : meter.read(true);
      CostReading ofBaseline = meter.shared() ? null : meter.read(false);
      Turn first = turn(candidateFirst, ticks, arrivals);
      Turn second = turn(!candidateFirst, ticks, arrivals);
      loaded = loaded.plus(slice).plus(slice);
      if (first == null || second == null) {
        into.miss(deployment, candidateFirst);
        continue;
      }
      Turn candidate = candidateFirst ? first : second;
      Turn baseline = candidateFirst ? second : first;
      if (!meter.shared()) {
        candidate = new Turn(candidate.measured(), meter.read(true).since(ofCandidate));
        baseline = new Turn(baseline.measured(), meter.read(false).since(ofBaseline));
      }
      into.add(
          new SlicePair(deployment, candidateFirst, candidate.slice(), baseline.slice()),
          candidate.measured(),
          baseline.measured(),
          slice.multipliedBy(2));
      SliceMeasurement measured = candidate.measured();
      progress.tick(loaded, measured.messages() / measured.seconds(), measured.errorCount());
    }
  }

  /** Loads one build for a slice; returns null if the generator missed its start. */
  private Turn turn(boolean candidate, CommonClock.Ticks ticks, long arrivals)
      throws InterruptedException {
    int side = candidate ? Pairs.CANDIDATE : Pairs.BASELINE;
    if (!ticks.await()) {
      slices.skip(side, slice);
      return null;
    }
    CostReading before = meter.shared() ? meter.read(candidate) : null;
    SliceMeasurement measured = slices.run(side, slice, arrivals);
    balance.add(side, measured);
    ticks.awaitEnd(); // The last requests of the other generators are part of the cost.
    return new Turn(measured, before == null ? null : meter.read(candidate).since(before));
  }

  private record Turn(SliceMeasurement measured, CostReading cost) {

    Slice slice() {
      return PairTally.slice(measured, cost);
    }
  }
}
