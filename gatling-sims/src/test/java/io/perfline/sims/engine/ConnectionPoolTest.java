package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Connector;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.engine.Load.Arrivals;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ConnectionPoolTest {

  private static final int RATE = 100;
  private static final Duration TIME = Duration.ofSeconds(20);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final MachineLimit ENOUGH = new MachineLimit(10_000, "nothing");

  private final SharedVirtualTicker ticker = new SharedVirtualTicker();
  private final long[] latencies =
      new SplittableRandom(7).longs(4_000, 1_000_000, 500_000_000).toArray();
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();

  /** The result of the load. */
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
            .ramped(new Ramp(10, RATE, Duration.ofSeconds(10), 0));
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
    AtomicInteger refused = new AtomicInteger();
    Outcome outcome =
        run(
            load(Arrivals.CONSTANT, 4).thinking(Duration.ZERO, true),
            ENOUGH,
            (index, listener) -> {
              if (index >= 4 && refused.getAndIncrement() % 2 == 0) {
                throw new DriverException("refused");
              }
              return connection(listener);
            });

    assertThat(outcome.counted.errors()).containsOnlyKeys("DriverException");
    assertThat(outcome.counted.requests() + outcome.counted.errorCount()).isEqualTo(2_000);
    assertThat(outcome.counted.requests()).isGreaterThan(1_900);
  }

  private static Load load(Arrivals arrivals, int connections) {
    return WholeLoad.of(arrivals, connections, 1, RATE, Duration.ZERO, TIME, TIMEOUT, 42);
  }

  private Outcome run(Load load, MachineLimit limit) throws Exception {
    return run(load, limit, (index, listener) -> connection(listener));
  }

  private Outcome run(Load load, MachineLimit limit, Connector connector) throws Exception {
    AtomicReference<Outcome> outcome = new AtomicReference<>();
    ticker.run(
        () -> {
          try (ConnectionPool pool = new ConnectionPool(ticker, load, connector, limit)) {
            pool.open();
            long begin = ticker.nanos();
            MeasuredPeriod period =
                new MeasuredPeriod(begin, begin, begin + load.duration().toNanos());
            pool.requests().plan(period);
            pool.sender(period, load).run();
            while (!pool.requests().idle()) {
              ticker.parkUntil(ticker.nanos() + 1_000_000);
            }
            outcome.set(new Outcome(pool.requests().tally().take(), pool.use()));
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    return outcome.get();
  }

  /** A connection that blocks until the answer comes. */
  private Connection connection(RequestListener listener) {
    open.incrementAndGet();
    return new Connection() {
      @Override
      public void send(long request) {
        long answer = ticker.nanos() + latencies[sent.getAndIncrement()];
        while (ticker.nanos() < answer) {
          ticker.parkUntil(answer);
        }
        listener.succeeded(request, 1, 0);
      }

      @Override
      public void close() {
        open.decrementAndGet();
      }
    };
  }

  /** The response times if every request is sent when it is due. */
  private Histogram withoutQueue() {
    Histogram times = new Histogram(3);
    times.setAutoResize(true);
    for (int i = 0; i < sent.get(); i++) {
      times.recordValue((latencies[i] + 500) / 1000);
    }
    return times;
  }
}
