package io.perfline.sims.paired;

import io.perfline.core.run.JfrSlice;
import io.perfline.core.run.SlicePair;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.SliceMeasurement;
import io.perfline.sims.engine.Slices;
import io.perfline.sims.server.CostReading;
import io.perfline.sims.server.JfrCapture;
import io.perfline.sims.server.PairMeter;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Loads the two sides of one deployment in turn. The order within a pair is random. In an open
 * model both slices of a pair have the same arrivals, so these do not differ by chance.
 */
final class Pairs implements PairedLoader.PairSource {

  /** The maximum duration of all slices of a deployment, as a multiple of their planned length. */
  private static final int MAX_LENGTHS = 3;

  /**
   * The maximum duration, in nanoseconds, of a pair with a side that has no request: nothing is
   * sent in a turn in which other processes leave the senders no CPU.
   */
  private static final long MAX_EMPTY_NANOS = Duration.ofSeconds(5).toNanos();

  private static final int CATCH_UP_PAIRS = 5;

  static final int CANDIDATE = 0;
  static final int BASELINE = 1;

  private final Slices slices;
  private final Duration slice;
  private final Turns turns;
  private final SplittableRandom random;
  private final Progress progress;
  private final PairMeter meter;
  private final SentBalance balance;
  private Duration loaded = Duration.ZERO;
  private boolean anySuccess;

  /**
   * The nanoseconds in which a recorded sequence paused or one build caught up with the other. They
   * belong to no pair.
   */
  private long pausedNanos;

  Pairs(
      Slices slices,
      Turns turns,
      SplittableRandom random,
      Progress progress,
      PairMeter meter,
      SentBalance balance) {
    this.slices = slices;
    this.turns = turns;
    slice = turns.slice();
    this.random = random;
    this.progress = progress;
    this.meter = meter;
    this.balance = balance;
  }

  @Override
  public void warmUp(Duration time, PairTally into) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() - end < 0) {
      if (!slices.pause(turns.each())) {
        run(into, 0);
      }
    }
  }

  /**
   * Measures {@code count} pairs, or fewer if slices take many times their length, but at least
   * one. A slice ends with its last response, so a hanging service is noticed after few pairs.
   */
  @Override
  public void measure(int count, int deployment, PairTally into) throws InterruptedException {
    slices.watch();
    pausedNanos = 0;
    long from = System.nanoTime();
    long maxNanos = MAX_LENGTHS * 2 * count * slice.toNanos();
    int measured = 0;
    do {
      awaitRequests();
      run(into, deployment);
    } while (++measured < count && System.nanoTime() - from - pausedNanos < maxNanos);
    into.add(slices.health(), (System.nanoTime() - from) / 1e9);
  }

  /** Loads pairs that are not counted while the servers are recorded. */
  @Override
  public void record(int count, int deployment, JfrCapture into) throws InterruptedException {
    pausedNanos = 0;
    long from = System.nanoTime();
    long maxNanos = MAX_LENGTHS * 2 * count * slice.toNanos();
    int every = JfrCapture.detailedEvery(count);
    for (int i = 0; i < count && System.nanoTime() - from - pausedNanos < maxNanos; i++) {
      awaitRequests();
      long arrivals = random.nextLong();
      boolean candidateFirst = random.nextBoolean();
      boolean detailed = i % every == 0;
      if (i % every <= 1) {
        into.details(detailed);
      }
      into.add(recorded(candidateFirst, arrivals, deployment, detailed, into));
      into.add(recorded(!candidateFirst, arrivals, deployment, detailed, into));
      catchUp(new PairTally());
      loaded = loaded.plus(slice).plus(slice);
      progress.tick(loaded, Double.NaN, 0);
    }
  }

  /** Waits while a recorded sequence pauses on both sides. */
  private void awaitRequests() throws InterruptedException {
    long from = System.nanoTime();
    while (slices.pause(turns.each())) {
      progress.tick(loaded, 0, 0);
    }
    pausedNanos += System.nanoTime() - from;
  }

  private JfrSlice recorded(
      boolean candidate, long arrivals, int deployment, boolean detailed, JfrCapture capture)
      throws InterruptedException {
    CostReading before = meter.read(candidate);
    Instant start = capture.now();
    SliceMeasurement measured = load(candidate ? CANDIDATE : BASELINE, slice, arrivals);
    Instant end = capture.now();
    CostReading cost = meter.read(candidate).since(before);
    return new JfrSlice(
        deployment,
        candidate,
        start,
        end,
        measured.messages(),
        measured.serviceTime().meanUs() * measured.requests() / Math.max(1, measured.messages()),
        cost.cpuUs(),
        cost.allocatedBytes(),
        detailed);
  }

  /** Measures one pair, turn by turn in random order. */
  private void run(PairTally into, int deployment) throws InterruptedException {
    boolean candidateFirst = random.nextBoolean();
    long from = System.nanoTime();
    Sides sides = new Sides();
    sides.turn(candidateFirst);
    int count = 1;
    for (; sides.continues(count, System.nanoTime() - from); count++) {
      sides.turn(random.nextBoolean());
    }
    sides.meterWhole();
    into.add(
        new SlicePair(
            deployment,
            candidateFirst,
            PairTally.slice(sides.measured[CANDIDATE], sides.cost[CANDIDATE]),
            PairTally.slice(sides.measured[BASELINE], sides.cost[BASELINE])),
        sides.measured[CANDIDATE],
        sides.measured[BASELINE],
        turns.each().multipliedBy(2L * count));
    loaded = loaded.plus(slice).plus(slice);
    SliceMeasurement candidate = sides.measured[CANDIDATE];
    progress.tick(loaded, candidate.messages() / candidate.seconds(), candidate.errorCount());
    anySuccess |= Arrays.stream(sides.measured).anyMatch(side -> side.requests() > 0);
    if (!anySuccess && loaded.compareTo(Progress.FAILING) >= 0) {
      progress.allFailed();
    }
    catchUp(into);
  }

  private SliceMeasurement load(int side, Duration length, long arrivals)
      throws InterruptedException {
    SliceMeasurement measured = slices.run(side, length, arrivals);
    balance.add(side, measured);
    return measured;
  }

  /**
   * Loads the build that got fewer requests, without measuring it, until both got equally many, but
   * at most for as long as {@value #CATCH_UP_PAIRS} pairs, which suffice for a service that is
   * several times slower.
   */
  private void catchUp(PairTally into) throws InterruptedException {
    long from = System.nanoTime();
    long mostNanos = 2L * CATCH_UP_PAIRS * slice.toNanos();
    while (balance.isUneven() && System.nanoTime() - from < mostNanos) {
      int side = balance.sideWithFewer();
      into.caughtUp(side, load(side, balance.length(slice), random.nextLong()).messages());
    }
    pausedNanos += System.nanoTime() - from;
  }

  /** The two sides of a pair that is being measured. */
  private final class Sides {

    private final SliceMeasurement[] measured = new SliceMeasurement[2];
    private final CostReading[] cost = new CostReading[2];
    private final CostReading[] before = {
      meter.read(true), meter.shared() ? null : meter.read(false)
    };

    void turn(boolean candidateFirst) throws InterruptedException {
      long arrivals = random.nextLong();
      load(candidateFirst ? CANDIDATE : BASELINE, arrivals);
      load(candidateFirst ? BASELINE : CANDIDATE, arrivals);
    }

    boolean continues(int turn, long nanos) {
      boolean empty = Arrays.stream(measured).anyMatch(SliceMeasurement::isEmpty);
      return empty ? nanos < MAX_EMPTY_NANOS : turn < turns.count() && nanos < 2 * slice.toNanos();
    }

    private void load(int side, long arrivals) throws InterruptedException {
      SliceMeasurement turn = Pairs.this.load(side, turns.each(), arrivals);
      measured[side] = measured[side] == null ? turn : measured[side].plus(turn);
      if (meter.shared()) {
        CostReading now = meter.read(side == CANDIDATE);
        CostReading used = now.since(before[0]);
        before[0] = now;
        cost[side] = cost[side] == null ? used : cost[side].plus(used);
      }
    }

    /** Charges each side with everything that its own process used during the pair. */
    void meterWhole() {
      if (!meter.shared()) {
        cost[CANDIDATE] = meter.read(true).since(before[CANDIDATE]);
        cost[BASELINE] = meter.read(false).since(before[BASELINE]);
      }
    }
  }
}
