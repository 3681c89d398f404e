package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.Rate;
import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.RequestSequence;
import io.perfline.sims.engine.Load.Arrivals;
import java.time.Duration;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ConnectionPoolTest {

  private static final long SECOND = 1_000_000_000;
  private static final int RATE = 100;
  private static final Duration TIME = Duration.ofSeconds(20);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final MachineLimit ENOUGH = new MachineLimit(10_000, "nothing");

  private SharedVirtualTicker ticker = new SharedVirtualTicker();
  private final long[] latencies =
      new SplittableRandom(7).longs(4_000, 1_000_000, 500_000_000).toArray();
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final List<Long> sentAt = new CopyOnWriteArrayList<>();
  private final long start = ticker.nanos();
  private boolean refusesEverySecond;

  private record Outcome(CountedInterval counted, ConnectionUse use) {}

  @ParameterizedTest
  @EnumSource(
      value = Arrivals.class,
      names = {"CONSTANT", "POISSON"})
  void responseTimesEqualThoseOfAModelWithoutConnections(Arrivals arrivals) throws Exception {
    Outcome outcome = run(load(arrivals, 4).thinking(Duration.ZERO, true), ENOUGH);

    assertThat(outcome.counted.requests()).isEqualTo(sent.get()).isBetween(1_900L, 2_100L);
    assertThat(outcome.counted.response()).isEqualTo(withoutQueue());
    assertThat(outcome.counted.service()).isEqualTo(withoutQueue());
    assertThat(outcome.use.waited()).isZero();
    assertThat(outcome.use.opened()).isGreaterThan(4).isLessThan(60);
    assertThat(open).hasValue(0);
  }

  @Test
  void tenTimesAsManyConnectionsGiveTheSameResult() throws Exception {
    Outcome usual = run(load(Arrivals.POISSON, 4).thinking(Duration.ZERO, true), ENOUGH);
    sent.set(0);
    Outcome many = run(load(Arrivals.POISSON, 400), ENOUGH);

    assertThat(many.counted.response()).isEqualTo(usual.counted.response());
  }

  @Test
  void aRampHasNoQueue() throws Exception {
    Load load =
        load(Arrivals.POISSON, 4)
            .thinking(Duration.ZERO, true)
            .withRate(new Rate(10, RATE, Duration.ofSeconds(10), 0));
    Outcome outcome = run(load, ENOUGH);

    assertThat(outcome.counted.response()).isEqualTo(withoutQueue());
    assertThat(outcome.counted.requests()).isBetween(1_400L, 1_700L);
  }

  @Test
  void requestsThatWaitForAConnectionAreCounted() throws Exception {
    Outcome outcome = run(load(Arrivals.CONSTANT, 10), ENOUGH);

    assertThat(outcome.use.opened()).isEqualTo(10);
    assertThat(outcome.use.waited()).isGreaterThan(1_900);
    assertThat(outcome.use.isExhausted(outcome.counted.requests())).isTrue();
    assertThat(outcome.counted.response().getMean())
        .isGreaterThan(5 * outcome.counted.service().getMean());
  }

  @Test
  void theMachineMayLimitTheNumberOfConnections() throws Exception {
    Outcome outcome =
        run(
            load(Arrivals.CONSTANT, 4).thinking(Duration.ZERO, true),
            new MachineLimit(12, "file descriptors"));

    assertThat(outcome.use.opened()).isEqualTo(12);
    assertThat(outcome.use.machineLimit()).isEqualTo("file descriptors");
    assertThat(outcome.use.waited()).isPositive();
  }

  @Test
  void aRequestThatIsNotSentBeforeTheTimeoutIsCountedAsUnsent() throws Exception {
    Outcome outcome = run(load(Arrivals.CONSTANT, 1), ENOUGH);

    assertThat(outcome.counted.errors()).containsOnlyKeys(InFlightRequests.UNSENT);
    assertThat(outcome.counted.requests() + outcome.counted.errorCount()).isEqualTo(2_000);
  }

  @Test
  void aRefusedConnectionFailsOnlyItsOwnRequest() throws Exception {
    refusesEverySecond = true;
    Outcome outcome = run(load(Arrivals.CONSTANT, 4).thinking(Duration.ZERO, true), ENOUGH);

    assertThat(outcome.counted.errors()).containsOnlyKeys("refused");
    assertThat(outcome.counted.requests() + outcome.counted.errorCount()).isEqualTo(2_000);
    assertThat(outcome.counted.requests()).isGreaterThan(1_900);
  }

  /** The second request of each pair becomes due between two readings of the clock. */
  @Test
  void aBusyMachineDoesNotOversleepARequest() throws Exception {
    ticker = new SharedVirtualTicker(700_001);
    List<Long> due =
        LongStream.range(0, 40)
            .flatMap(i -> LongStream.of(i * SECOND, i * SECOND + i * 100_000))
            .boxed()
            .toList();
    SequenceSchedule sequence = new SequenceSchedule(sequence(due));
    long begin = start + SECOND;
    MeasuredPeriod period = new MeasuredPeriod(begin, begin, begin + 39 * SECOND);
    ticker.run(() -> drive(pool(4), period, sequence));

    assertThat(sentAt).hasSize(78);
    for (int i = 0; i < sentAt.size(); i++) {
      assertThat(sentAt.get(i) - SECOND).isBetween(due.get(i), due.get(i) + 30_000_000);
    }
  }

  private ConnectionPool pool(int connections) {
    List<Multiplexer> multiplexers = List.of(new Planned());
    Load load = load(Arrivals.SEQUENCE, connections);
    ConnectionPool pool = new ConnectionPool(ticker, load, multiplexers, ENOUGH);
    pool.open();
    return pool;
  }

  /** Ten minutes without a request, over several periods, in which each request is sent on time. */
  @Test
  void aSequenceKeepsItsRhythmOverPauses() throws Exception {
    List<Long> due = LongStream.of(0, 1, 601, 602, 10_000).map(s -> s * SECOND).boxed().toList();
    SequenceSchedule sequence = new SequenceSchedule(sequence(due));
    long begin = ticker.nanos();
    ticker.run(
        () -> {
          ConnectionPool pool = pool(4);
          for (int slice = 0; slice < 10; slice++) {
            long from = begin + slice * 70 * SECOND;
            MeasuredPeriod period = new MeasuredPeriod(from, from, from + 70 * SECOND);
            drive(pool, period, sequence.over(period));
          }
        });

    assertThat(ticker.nanos() - begin).isBetween(700 * SECOND, 701 * SECOND);
    assertThat(sentAt).containsExactly(0L, SECOND, 601 * SECOND, 602 * SECOND);
  }

  private static RequestSequence sequence(List<Long> due) {
    Iterator<Long> next = due.iterator();
    record Due(long dueNanos, long lane) implements RequestSequence.Request {
      @Override
      public void sendOver(Connection connection, long number) {
        connection.send(number);
      }
    }
    return new RequestSequence() {
      private long lane;

      @Override
      public Request next() {
        return new Due(next.next(), lane++);
      }

      @Override
      public double ratePerSecond() {
        return 1;
      }
    };
  }

  private static Load load(Arrivals arrivals, int connections) {
    return WholeLoad.of(arrivals, connections, 1, RATE, Duration.ZERO, TIME, TIMEOUT, 42);
  }

  private Outcome run(Load load, MachineLimit limit) throws Exception {
    AtomicReference<Outcome> outcome = new AtomicReference<>();
    ticker.run(
        () -> {
          List<Multiplexer> multiplexers = List.of(new Planned(), new Planned());
          ConnectionPool pool = new ConnectionPool(ticker, load, multiplexers, limit);
          pool.open();
          long begin = ticker.nanos();
          MeasuredPeriod period =
              new MeasuredPeriod(begin, begin, begin + load.duration().toNanos());
          drive(pool, period, load.ownSchedule());
          assertThat(pool.requests().idle()).isTrue();
          outcome.set(new Outcome(pool.requests().tally().take(), pool.use()));
          multiplexers.forEach(Multiplexer::close);
        });
    return outcome.get();
  }

  private void drive(ConnectionPool pool, MeasuredPeriod period, Load.Schedule arrivals) {
    pool.requests().plan(period);
    List<SenderThreads.Sender> senders = ArrivalSender.all(ticker, pool, period, arrivals, TIMEOUT);
    try (SenderThreads threads = new SenderThreads(senders)) {
      while (!threads.done()) {
        ticker.parkUntil(Math.max(period.until(), ticker.nanos() + 1_000_000));
      }
    }
  }

  /** Connections that answer after planned times. */
  private final class Planned implements Multiplexer {

    private record Answer(
        long at, int index, long request, String failure, RequestListener listener) {

      void report() {
        if (failure == null) {
          listener.succeeded(request, 1, 0);
        } else {
          listener.failed(request, failure);
        }
      }
    }

    private final PriorityQueue<Answer> answers =
        new PriorityQueue<>(Comparator.comparingLong(Answer::at));
    private int connections;
    private Thread waiting;

    @Override
    public synchronized Connection connect(int index, RequestListener listener) {
      return connection(listener, false);
    }

    @Override
    public synchronized Connection connectLater(int index, RequestListener listener) {
      return connection(listener, refusesEverySecond && index % 2 == 0);
    }

    private Connection connection(RequestListener listener, boolean refused) {
      int index = connections++;
      open.incrementAndGet();
      AtomicBoolean refuses = new AtomicBoolean(refused);
      return new Connection() {
        @Override
        public void send(long request) {
          sentAt.add(ticker.nanos() - start);
          boolean fails = refuses.getAndSet(false);
          long takes = fails ? 0 : latencies[sent.getAndIncrement()];
          String failure = fails ? "refused" : null;
          plan(new Answer(ticker.nanos() + takes, index, request, failure, listener));
        }

        @Override
        public void close() {}
      };
    }

    private synchronized void plan(Answer answer) {
      answers.add(answer);
      ticker.unpark(waiting);
    }

    @Override
    public void await(long nanos, Listener listener) {
      ticker.parkUntil(next());
      for (Answer answer = due(); answer != null; answer = due()) {
        answer.report();
        listener.isFree(answer.index(), answer.failure() != null);
      }
    }

    private synchronized long next() {
      waiting = Thread.currentThread();
      return answers.isEmpty() ? Long.MAX_VALUE : answers.peek().at();
    }

    private synchronized Answer due() {
      return answers.isEmpty() || answers.peek().at() > ticker.nanos() ? null : answers.poll();
    }

    @Override
    public synchronized void wakeUp() {
      ticker.unpark(waiting);
    }

    @Override
    public synchronized void close() {
      open.addAndGet(-connections);
    }
  }

  /** Returns the response times if every request is sent when due. */
  private Histogram withoutQueue() {
    Histogram times = new Histogram(3);
    times.setAutoResize(true);
    for (int i = 0; i < sent.get(); i++) {
      times.recordValue((latencies[i] + 500) / 1000);
    }
    return times;
  }
}
