package io.perfline.sims.paired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Connector;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.RequestSequence;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Progress;
import io.perfline.sims.engine.Slices;
import io.perfline.sims.engine.WholeLoad;
import io.perfline.sims.server.CostMeter;
import io.perfline.sims.server.CostReading;
import io.perfline.sims.server.PairMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how the two sides of a pair alternate. */
@Timeout(60)
class PairsTest {

  private static final Duration SLICE = Duration.ofMillis(40);
  private static final Duration LONG_SLICE = Duration.ofMillis(400); // even on a busy machine
  private static final Duration ZERO = Duration.ZERO;
  private static final int TURNS = 4;
  private static final long PAUSE = 500_000; // nanoseconds, so that a turn has few requests

  private final List<Integer> loadedSides = Collections.synchronizedList(new ArrayList<>());
  private int reads;

  @Test
  void aPairAddsUpTheTurnsOfBothSides() throws InterruptedException {
    PairTally tally = measure(new Turns(LONG_SLICE, TURNS), 0);

    SlicePair pair = tally.pairs().get(0);
    assertThat(reads).isEqualTo(1 + 2 * TURNS);
    assertThat(loadedSides.get(0))
        .isEqualTo(pair.candidateFirst() ? Pairs.CANDIDATE : Pairs.BASELINE);
    assertThat(pair.candidate().requests() + pair.baseline().requests())
        .isEqualTo(loadedSides.size());
    assertThat(pair.candidate().requests())
        .isEqualTo(Collections.frequency(loadedSides, Pairs.CANDIDATE))
        .isEqualTo(pair.candidate().serviceTime().histogram().getTotalCount());
    assertThat(List.of(pair.candidate(), pair.baseline()))
        .allSatisfy(slice -> assertThat(slice.serverCpuUs()).isEqualTo(TURNS))
        .allSatisfy(slice -> assertThat(slice.seconds()).isGreaterThanOrEqualTo(0.4));
    assertThat(tally.plannedSeconds()).isEqualTo(0.8);
  }

  /** Background work during the other build's turn counts for the build that does it. */
  @Test
  void aBuildWithItsOwnProcessIsChargedAllOfCpuOfThatProcess() throws InterruptedException {
    PairMeter meter = new PairMeter();
    meter.separate(
        new StubMeter(true, () -> usedAfterTwoReadings(500)),
        new StubMeter(true, () -> usedAfterTwoReadings(100)));

    PairTally tally = measure(new Turns(LONG_SLICE, TURNS), 0, meter);

    SlicePair pair = tally.pairs().get(0);
    assertThat(pair.candidate().serverCpuUs()).isEqualTo(500);
    assertThat(pair.candidate().serverCpuTotalUs()).isEqualTo(507);
    assertThat(pair.baseline().serverCpuUs()).isEqualTo(100);
    assertThat(pair.baseline().serverCpuTotalUs()).isEqualTo(107);
  }

  /** A faster build gets more requests in the same time. */
  @Test
  void theSlowerBuildCatchesUpIfTheLoadChangesData() throws InterruptedException {
    SentBalance balance = new SentBalance(true, 1);
    PairTally tally = new PairTally();
    List<Connector> sides =
        List.of(answering(Pairs.CANDIDATE, 0), answering(Pairs.BASELINE, 3 * PAUSE));
    try (Slices slices = new Slices(closed(), sides)) {
      new Pairs(
              slices,
              new Turns(LONG_SLICE, 1),
              new SplittableRandom(1),
              Progress.NONE,
              meter(true),
              balance)
          .measure(1, 1, tally);
    }

    SlicePair pair = tally.pairs().get(0);
    assertThat(pair.candidate().requests()).isGreaterThan(2 * pair.baseline().requests());
    assertThat(balance.sent().baseline()).isGreaterThan(2 * pair.baseline().requests());
    assertThat(tally.takeCaughtUp(Pairs.BASELINE))
        .as("more than the candidate, which may get a few afterwards")
        .isGreaterThan(tally.takeCaughtUp(Pairs.CANDIDATE));
  }

  @Test
  void aSlowServiceEndsAPairAfterTheMinimumTime() throws InterruptedException {
    PairTally tally = measure(new Turns(LONG_SLICE, TURNS), 1_000_000_000);

    assertThat(reads).isEqualTo(3);
    assertThat(tally.pairs()).extracting(SlicePair::candidate).allMatch(PairsTest::hasRequests);
    assertThat(tally.plannedSeconds()).isEqualTo(0.2);
  }

  /** Uses turns that end before a thread runs, as on a busy machine. */
  @Test
  void aPairContinuesUntilBothSidesHaveARequest() throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      PairTally tally = measure(new Turns(SLICE.dividedBy(2000), TURNS), 0);

      SlicePair pair = tally.pairs().get(0);
      assertThat(List.of(pair.candidate(), pair.baseline())).allMatch(PairsTest::hasRequests);
    }
  }

  @Test
  void turnsAreNotTooShortForTheRateOrForReadingMetrics() {
    CaseSettings settings =
        new CaseSettings(Map.of(PairedKeys.SLICE, Duration.ofMillis(250), PairedKeys.TURNS, 5L));

    assertThat(Turns.of(settings, closed(), meter(true)).each()).isEqualTo(Duration.ofMillis(50));
    assertThat(Turns.of(settings, closed(), meter(false)).count()).isEqualTo(1);
    assertThat(Turns.of(settings, open(400), meter(true)).count()).isEqualTo(5);
    assertThat(Turns.of(settings, open(100), meter(true)).count()).isEqualTo(2);
    assertThat(Turns.of(settings, open(1), meter(true)).count()).isEqualTo(1);
  }

  /** A recording may pause for longer than a pair may take. */
  @Test
  void aPauseOfTheLoadBelongsToNoPair() throws InterruptedException {
    Load load =
        WholeLoad.of(Load.Arrivals.SEQUENCE, 1, 1, 1, ZERO, ZERO, Duration.ofSeconds(20), 0);
    PairTally tally = new PairTally();
    List<Connector> sides = List.of(new Pausing(), new Pausing());
    try (Slices slices = new Slices(load, sides)) {
      Turns turns = new Turns(Pausing.SLICE, 1);
      new Pairs(
              slices,
              turns,
              new SplittableRandom(1),
              Progress.NONE,
              meter(true),
              new SentBalance(false, 1))
          .measure(3, 1, tally);
    }

    assertThat(tally.pairs())
        .hasSize(3)
        .allSatisfy(pair -> assertThat(pair.candidate().requests()).isEqualTo(1))
        .allSatisfy(pair -> assertThat(pair.baseline().requests()).isEqualTo(1));
    assertThat(tally.plannedSeconds()).isCloseTo(0.6, within(1e-9));
  }

  /** A request every ten slices, which is answered at once. */
  private static final class Pausing implements Connector, Multiplexer, RequestSequence {

    private static final Duration SLICE = Duration.ofMillis(100);

    private final List<RequestListener> listeners = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Integer> answered = new LinkedBlockingQueue<>();
    private long count;

    @Override
    public Connection connect(int index, RequestListener listener) {
      int number = listeners.size();
      listeners.add(listener);
      return new Connection() {
        @Override
        public void send(long request) {
          listener.succeeded(request, 1, 10);
          answered.add(number);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public Connection connectLater(int index, RequestListener listener) {
      return connect(index, listener);
    }

    @Override
    public Multiplexer multiplexer() {
      return this;
    }

    @Override
    public RequestSequence sequence() {
      return this;
    }

    @Override
    public Request next() {
      record Due(long dueNanos, long lane) implements Request {
        @Override
        public void sendOver(Connection connection, long number) {
          connection.send(number);
        }
      }
      return new Due(SLICE.toNanos() * 10 * count++, 1);
    }

    @Override
    public double ratePerSecond() {
      return 2.5;
    }

    @Override
    public void await(long nanos, Multiplexer.Listener listener) {
      try {
        Integer next = answered.poll(1, TimeUnit.MILLISECONDS);
        if (next != null) {
          listener.isFree(next, false);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void wakeUp() {}

    @Override
    public void close() {}
  }

  private static boolean hasRequests(Slice slice) {
    return slice.requests() > 0;
  }

  private static Load closed() {
    return WholeLoad.closed(1, 1, ZERO, ZERO, Duration.ofSeconds(20));
  }

  private static Load open(double rate) {
    return WholeLoad.of(Load.Arrivals.POISSON, 1, 10, rate, ZERO, ZERO, Duration.ofSeconds(20), 0);
  }

  /** Measures a pair of sides with a response time. */
  private PairTally measure(Turns turns, long nanos) throws InterruptedException {
    return measure(turns, nanos, meter(true));
  }

  private PairTally measure(Turns turns, long nanos, PairMeter meter) throws InterruptedException {
    PairTally tally = new PairTally();
    List<Connector> sides =
        List.of(answering(Pairs.CANDIDATE, nanos), answering(Pairs.BASELINE, nanos));
    try (Slices slices = new Slices(closed(), sides)) {
      new Pairs(
              slices,
              turns,
              new SplittableRandom(1),
              Progress.NONE,
              meter,
              new SentBalance(false, 1))
          .measure(1, 1, tally);
    }
    assertThat(tally.pairs()).hasSize(1);
    return tally;
  }

  private Connector answering(int side, long nanos) {
    return (index, listener) ->
        new Connection() {
          @Override
          public void send(long request) {
            LockSupport.parkNanos(Math.max(PAUSE, nanos));
            loadedSides.add(side);
            listener.succeeded(request, 1, 10);
          }

          @Override
          public void close() {}
        };
  }

  /** Returns a meter that counts one microsecond of CPU per reading. */
  private PairMeter meter(boolean aside) {
    PairMeter meter = new PairMeter();
    meter.together(new StubMeter(aside, () -> new CostReading((double) ++reads, null, null)));
    return meter;
  }

  private CostReading usedAfterTwoReadings(double micros) {
    boolean after = ++reads > 2;
    return new CostReading(after ? micros : 0, null, after ? micros + 7 : 0);
  }

  private record StubMeter(boolean readsAside, Supplier<CostReading> readings)
      implements CostMeter {

    @Override
    public CostReading read() {
      return readings.get();
    }

    @Override
    public String source() {
      return "test";
    }

    @Override
    public void close() {}
  }
}
