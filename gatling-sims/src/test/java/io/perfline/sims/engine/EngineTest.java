package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.run.WarmUpRequests;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RequestListener;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class EngineTest {

  private static final Duration TIMEOUT = Duration.ofMillis(400);

  @AutoClose private final FakeServer server;

  EngineTest(@TempDir Path folder) {
    server = new FakeServer(folder);
  }

  @Test
  void countsEveryMessageOnceInTotalsSecondsAndHistograms() throws Exception {
    Measurement measurement = server.run(closed(2, 4), server::answer);

    assertThat(measurement.requests()).isPositive();
    assertThat(measurement.messages()).isEqualTo(3 * measurement.requests());
    assertThat(measurement.bytes()).isEqualTo(300 * measurement.requests());
    assertThat(measurement.responseTime().count()).isEqualTo(measurement.requests());
    assertThat(measurement.acknowledged()).isEqualTo(3 * server.sent());
    assertThat(measurement.errors()).isEmpty();
    assertThat(server.written().column(1)).isEqualTo(measurement.requests());
    assertThat(server.written().column(2)).isEqualTo(measurement.messages());
    assertThat(server.written().logged("response")).isEqualTo(measurement.requests());
    assertThat(server.written().logged("service")).isEqualTo(measurement.requests());
    assertThat(server.open()).isZero();
  }

  @Test
  void connectionsThatShareCountersAreCountedOnce() throws Exception {
    Measurement measurement =
        server.run(
            closed(150, 1),
            (request, listener) -> {
              listener.partEnded(request, 0, 1000, null);
              server.answer(request, listener);
            });

    assertThat(measurement.requests()).isPositive();
    assertThat(measurement.acknowledged()).isEqualTo(3 * server.sent());
    assertThat(measurement.responseTime().count()).isEqualTo(measurement.requests());
    assertThat(server.written().column(1)).isEqualTo(measurement.requests());
    assertThat(measurement.parts()).hasSize(1);
    assertThat(measurement.parts().get(0).requests()).isEqualTo(measurement.requests());
  }

  /** Each answer takes as long as the warm-up, so that the load ends a third later than planned. */
  @Test
  void throughputOfAnOpenModelIsWhatArrivesInTheMeasuredTime() throws Exception {
    Load load = open(50, Duration.ofMillis(500), Duration.ofMillis(1500));
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    List<Instant> answers = new CopyOnWriteArrayList<>();
    try {
      Measurement steady =
          server.run(
              load,
              (request, listener) -> {
                var unused =
                    timer.schedule(
                        () -> {
                          listener.partEnded(request, 0, 1000, null);
                          answers.add(Instant.now());
                          listener.succeeded(request, 1, 10);
                        },
                        500,
                        TimeUnit.MILLISECONDS);
              });

      assertThat(steady.requests()).isEqualTo(75);
      assertThat(Duration.between(steady.start(), steady.end()))
          .isGreaterThan(Duration.ofMillis(1900));
      assertThat(steady.received().seconds()).isEqualTo(1.5);
      assertThat(steady.received().messages())
          .isCloseTo(measured(answers, steady), within(2L))
          .isNotEqualTo(server.sent());
      assertThat(steady.received().requests()).isEqualTo(steady.received().messages());
      assertThat(steady.received().bytes()).isEqualTo(10 * steady.received().messages());
      assertThat(steady.parts().get(0).received().requests())
          .isEqualTo(steady.received().requests());
      assertThat(server.sent()).isEqualTo(steady.requests() + steady.warmUpRequests().answered());
      assertThat(steady.warmUpRequests()).isEqualTo(new WarmUpRequests(25, 0));
    } finally {
      timer.shutdownNow();
    }
  }

  /** Returns the number of answers within the measured time. */
  private static long measured(List<Instant> answers, Measurement of) {
    Instant end = of.start().plusMillis(Math.round(1000 * of.received().seconds()));
    return answers.stream().filter(at -> !at.isBefore(of.start()) && at.isBefore(end)).count();
  }

  private static Load open(double ratePerSecond, Duration warmUp, Duration duration) {
    return WholeLoad.of(
        Load.Arrivals.CONSTANT, 4, 100, ratePerSecond, warmUp, duration, Duration.ofSeconds(10), 1);
  }

  @Test
  void throughputOfAnOverloadedServiceLeavesOutWhatArrivesLater() throws Exception {
    Load load = open(100, Duration.ofMillis(300), Duration.ofMillis(1000));
    ScheduledThreadPoolExecutor slow = new ScheduledThreadPoolExecutor(1);
    List<Instant> answers = new CopyOnWriteArrayList<>();
    try {
      Measurement overloaded =
          server.run(
              load,
              (request, listener) ->
                  slow.execute(
                      () -> {
                        LockSupport.parkNanos(20_000_000); // at most 50/s
                        answers.add(Instant.now());
                        listener.succeeded(request, 1, 10);
                      }));

      assertThat(overloaded.requests()).isEqualTo(100);
      assertThat(overloaded.received().messages())
          .isCloseTo(measured(answers, overloaded), within(2L))
          .isBetween(1L, 51L);
    } finally {
      slow.shutdownNow();
    }
  }

  @Test
  void allRequestsOfALoadAreThoseOfTheWarmUpAndThoseOfTheCase() throws Exception {
    Measurement measurement =
        server.run(
            closed(2, 4),
            (request, listener) -> {
              if (server.sent() % 7 == 0) {
                listener.failed(request, "broken");
              } else {
                server.answer(request, listener);
              }
            });

    WarmUpRequests before = measurement.warmUpRequests();
    assertThat(before.answered()).isPositive();
    assertThat(before.failed()).isPositive();
    assertThat(measurement.counts().all() + before.answered() + before.failed())
        .isEqualTo(server.sent());
    assertThat(measurement.received()).isNull();
  }

  @Test
  void countsUnansweredRequestsWithoutHanging() throws Exception {
    Measurement measurement =
        server.run(
            closed(1, 4),
            (request, listener) -> {
              if (server.sent() % 10 != 0) {
                server.answer(request, listener);
              }
            });

    assertThat(measurement.errors()).containsOnlyKeys(InFlightRequests.TIMEOUT);
    assertThat(measurement.errors().get(InFlightRequests.TIMEOUT)).isPositive();
    assertThat(server.written().column(4))
        .isEqualTo(measurement.errors().get(InFlightRequests.TIMEOUT));
  }

  /** Every request is sent during the warm-up and times out after or during the measurement. */
  @ParameterizedTest
  @ValueSource(longs = {150, 5000})
  void aServiceThatNeverAnswersCausesTimeouts(long measuredMillis) throws Exception {
    Load load =
        WholeLoad.closed(3, 1, Duration.ofMillis(100), Duration.ofMillis(measuredMillis), TIMEOUT);

    Measurement measurement = server.run(load, (request, listener) -> {});

    assertThat(measurement.requests()).isZero();
    assertThat(measurement.errors()).containsOnlyKeys(InFlightRequests.TIMEOUT);
    assertThat(measurement.errors().get(InFlightRequests.TIMEOUT)).isGreaterThanOrEqualTo(3);
  }

  /** Sessions whose think time exceeds the timeout end after it and are counted. */
  @Test
  void waitsForSessionsInThinkTimeAtTheEnd() throws Exception {
    Load load =
        WholeLoad.closed(2, 1, Duration.ZERO, Duration.ofMillis(100), Duration.ofMillis(600));
    Executor later = CompletableFuture.delayedExecutor(3200, TimeUnit.MILLISECONDS);

    Measurement measurement =
        server.run(
            load,
            (request, listener) -> {
              listener.thinks(request, 3_100_000_000L);
              later.execute(() -> listener.succeeded(request, 1, 1));
            });

    assertThat(measurement.requests()).isEqualTo(2);
    assertThat(measurement.errors()).isEmpty();
  }

  @Test
  void doesNotMistakeALateResponseForAnotherOne() throws Exception {
    Measurement measurement =
        server.run(
            closed(1, 1),
            (request, listener) -> {
              listener.succeeded(request - (1L << RequestListener.SLOT_BITS), 3, 300);
              listener.succeeded(request, 3, 300);
              listener.succeeded(request, 3, 300);
            });

    assertThat(measurement.acknowledged()).isEqualTo(3 * server.sent());
  }

  @Test
  void countsFailuresByKindAndSlowsAClosedModelDown() throws Exception {
    Measurement measurement =
        server.run(
            closed(1, 1),
            (request, listener) -> {
              if (server.sent() % 2 == 0) {
                throw new IllegalStateException("refused");
              }
              listener.failed(request, "busy");
            });

    assertThat(measurement.requests()).isZero();
    assertThat(measurement.errors()).containsOnlyKeys("busy", "IllegalStateException");
    assertThat(server.sent()).isLessThan(1000);
    assertThat(measurement.silence()).isEqualTo(Duration.ofMillis(800));
  }

  @Test
  void anOpenModelCountsUnsentRequests() throws Exception {
    Load load =
        WholeLoad.of(
            Load.Arrivals.CONSTANT, 1, 5, 1000, Duration.ZERO, Duration.ofMillis(500), TIMEOUT, 1);
    Measurement measurement = server.run(load, (request, listener) -> {});

    assertThat(measurement.requests()).isZero();
    assertThat(measurement.errors().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(500);
    assertThat(measurement.errors())
        .containsKeys(InFlightRequests.TIMEOUT, InFlightRequests.UNSENT);
  }

  @Test
  void anInterruptedLoadStopsEverything() throws Exception {
    Thread me = Thread.currentThread();
    AtomicBoolean interrupted = new AtomicBoolean();
    assertThatThrownBy(
            () ->
                server.run(
                    WholeLoad.closed(3, 2, Duration.ZERO, Duration.ofHours(1), TIMEOUT),
                    (request, listener) -> {
                      if (server.sent() >= 50 && interrupted.compareAndSet(false, true)) {
                        me.interrupt();
                      }
                      server.answer(request, listener);
                    }))
        .isInstanceOf(InterruptedException.class);

    assertThat(server.open()).isZero();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("perfline-sender"));
  }

  @Test
  void aRefusedConnectionClosesTheOthers() {
    assertThatThrownBy(
            () ->
                server.runThrough(
                    (index, listener) -> {
                      if (index == 2) {
                        throw new DriverException("refused");
                      }
                      return server.connect((request, to) -> {}, listener);
                    },
                    closed(3, 1)))
        .isInstanceOf(DriverException.class);

    assertThat(server.open()).isZero();
  }

  private static Load closed(int connections, int inFlight) {
    return WholeLoad.closed(
        connections, inFlight, Duration.ofMillis(200), Duration.ofMillis(800), TIMEOUT);
  }
}
