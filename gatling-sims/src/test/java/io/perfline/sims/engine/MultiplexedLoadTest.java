package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Connector;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.Multiplexer;
import io.perfline.sims.driver.RequestListener;
import io.perfline.sims.driver.RequestSequence;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests loads over connections that share threads. */
@Timeout(60)
class MultiplexedLoadTest {

  private static final Duration TIMEOUT = Duration.ofMillis(400);

  @AutoClose private final FakeServer server;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicInteger open = new AtomicInteger();

  MultiplexedLoadTest(@TempDir Path folder) {
    server = new FakeServer(folder);
  }

  @Test
  void countsEveryRequestOnce() throws Exception {
    Measurement measurement =
        server.runThrough(
            sharing((request, listener) -> listener.succeeded(request, 1, 10)), closed());

    assertThat(measurement.requests()).isPositive();
    assertThat(measurement.acknowledged()).isEqualTo(sent.get());
    assertThat(measurement.responseTime().count()).isEqualTo(measurement.requests());
    assertThat(measurement.errors()).isEmpty();
    assertThat(open).hasValue(0);
  }

  @Test
  void aServerThatFailsIsNotHammered() throws Exception {
    long begin = System.nanoTime();
    Measurement measurement =
        server.runThrough(
            sharing((request, listener) -> listener.failed(request, "refused")), closed());

    assertThat(measurement.errors()).containsOnlyKeys("refused");
    long took = System.nanoTime() - begin;
    long max = 3 * (1 + took / SenderThreads.Sender.PAUSE_AFTER_FAILURE);
    assertThat(sent.get()).isBetween(3L, max);
  }

  @Test
  void anExceptionIsAFailureOfItsRequest() throws Exception {
    Measurement measurement =
        server.runThrough(
            sharing(
                (request, listener) -> {
                  throw new IllegalArgumentException();
                }),
            closed());

    assertThat(measurement.errors()).containsOnlyKeys("IllegalArgumentException");
  }

  @Test
  void unansweredRequestsDoNotHangTheLoad() throws Exception {
    Measurement measurement = server.runThrough(sharing((request, listener) -> {}), closed());

    assertThat(sent).hasValue(3);
    assertThat(measurement.requests()).isZero();
    assertThat(open).hasValue(0);
  }

  @Test
  void aFailingSenderInvalidatesTheMeasurement() throws Exception {
    Connector broken = breaking();
    assertThatThrownBy(() -> server.runThrough(broken, closed()))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("selector is broken");
    try (Slices slices = new Slices(closed(), List.of(broken))) {
      assertThatThrownBy(() -> slices.run(0, Duration.ofMillis(50), 1))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("selector is broken");
    }
  }

  private Connector breaking() {
    return sharing(
        (request, listener) -> {
          throw new AssertionError("the selector is broken");
        });
  }

  @Test
  void anOpenLoadSendsByTheClock() throws Exception {
    Measurement measurement =
        server.runThrough(
            sharing((request, listener) -> listener.succeeded(request, 1, 10)), rate());

    assertThat(measurement.requests()).isEqualTo(20);
    assertThat(sent).hasValue(20);
    assertThat(measurement.errors()).isEmpty();
  }

  @Test
  void anOpenLoadThatFailsEachRequestIsCountedCompletely() throws Exception {
    Connector failing =
        sharing(
            (request, listener) -> {
              throw new IllegalArgumentException();
            });
    Measurement measurement = server.runThrough(failing, rate());

    assertThat(measurement.requests()).isZero();
    assertThat(measurement.errors()).containsExactly(entry("IllegalArgumentException", 20L));
  }

  @Test
  void anOpenLoadWhoseAnswersCannotBeHandledLeavesNoMeasurement() throws Exception {
    Connector broken = breaking();
    assertThatThrownBy(() -> server.runThrough(broken, rate()))
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("selector is broken");
    try (Slices slices = new Slices(rate(), List.of(broken))) {
      assertThatThrownBy(() -> slices.run(0, Duration.ofMillis(50), 1))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("selector is broken");
    }
  }

  /** A recording may pause for longer than all that is measured. */
  @Test
  void aPauseOfASequenceIsNotTheServersSilence() throws Exception {
    Iterator<Long> due = List.of(0L, 1L, Duration.ofHours(1).toNanos()).iterator();
    Connector pausing =
        sharing(
            (request, listener) -> {
              if (sent.get() == 1) {
                listener.succeeded(request, 1, 10);
              } else {
                listener.failed(request, "refused");
              }
            },
            new RequestSequence() {
              @Override
              public Request next() {
                return new Due(due.next());
              }

              @Override
              public double ratePerSecond() {
                return 1;
              }
            });
    Measurement measurement =
        server.runThrough(
            pausing,
            WholeLoad.of(
                Load.Arrivals.SEQUENCE, 1, 1, 1, Duration.ZERO, Duration.ofSeconds(2), TIMEOUT, 0));

    assertThat(measurement.requests()).isEqualTo(1);
    assertThat(measurement.errors()).containsExactly(entry("refused", 1L));
    assertThat(measurement.silence()).isEqualTo(Duration.ZERO);
  }

  /** A request of a sequence, each on a connection of its own. */
  private record Due(long dueNanos) implements RequestSequence.Request {
    @Override
    public long lane() {
      return dueNanos;
    }

    @Override
    public void sendOver(Connection connection, long number) {
      connection.send(number);
    }
  }

  private static Load rate() {
    return WholeLoad.of(
        Load.Arrivals.CONSTANT, 2, 10, 100, Duration.ZERO, Duration.ofMillis(200), TIMEOUT, 0);
  }

  private static Load closed() {
    return WholeLoad.closed(3, 4, Duration.ofMillis(100), Duration.ofMillis(600), TIMEOUT);
  }

  /** Returns connections that share threads and answer at the next call. */
  private Connector sharing(FakeServer.Behaviour behaviour) {
    return sharing(behaviour, null);
  }

  private Connector sharing(FakeServer.Behaviour behaviour, RequestSequence sequence) {
    return new Connector() {
      @Override
      public RequestSequence sequence() {
        return sequence;
      }

      @Override
      public Connection connect(int index, RequestListener listener) {
        return server.connect(server::answer, listener);
      }

      @Override
      public Multiplexer multiplexer() {
        return new Shared(behaviour);
      }
    };
  }

  private final class Shared implements Multiplexer {

    private final FakeServer.Behaviour behaviour;
    private final List<RequestListener> outcomes = new ArrayList<>();
    private final List<Runnable> answers = new ArrayList<>();
    private volatile Multiplexer.Listener free;

    Shared(FakeServer.Behaviour behaviour) {
      this.behaviour = behaviour;
      open.incrementAndGet();
    }

    @Override
    public synchronized Connection connect(int index, RequestListener listener) {
      int place = outcomes.size();
      outcomes.add(listener);
      open.incrementAndGet();
      return new Connection() {
        @Override
        public void send(long request) {
          sent.incrementAndGet();
          behaviour.take(
              request, new Noting(listener, failed -> plan(() -> free.isFree(place, failed))));
        }

        @Override
        public void close() {
          open.decrementAndGet();
        }
      };
    }

    @Override
    public Connection connectLater(int index, RequestListener listener) {
      return connect(index, listener);
    }

    private synchronized void plan(Runnable answer) {
      answers.add(answer);
    }

    private synchronized List<Runnable> planned() {
      List<Runnable> all = List.copyOf(answers);
      answers.clear();
      return all;
    }

    @Override
    public void wakeUp() {}

    @Override
    public void await(long nanos, Multiplexer.Listener freeConnections) {
      free = freeConnections;
      List<Runnable> now = planned();
      if (now.isEmpty()) {
        LockSupport.parkNanos(Math.min(nanos, 1_000_000));
      }
      now.forEach(Runnable::run);
    }

    @Override
    public void close() {
      open.decrementAndGet();
    }
  }

  /** Also reports whether a request failed. */
  private record Noting(RequestListener outcome, Consumer<Boolean> over)
      implements RequestListener {
    @Override
    public void succeeded(long request, int messages, long bytes) {
      outcome.succeeded(request, messages, bytes);
      over.accept(false);
    }

    @Override
    public void failed(long request, String kind) {
      outcome.failed(request, kind);
      over.accept(true);
    }
  }
}
