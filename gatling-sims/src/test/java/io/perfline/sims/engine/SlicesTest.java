package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.perfline.sims.driver.Connection;
import io.perfline.sims.driver.Connector;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RequestListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SlicesTest {

  private static final Duration SLICE = Duration.ofMillis(60);
  private static final Duration TIMEOUT = Duration.ofMillis(300);

  private final ExecutorService server = Executors.newCachedThreadPool();
  private final List<Integer> loaded = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger opened = new AtomicInteger();

  @AfterEach
  void endServer() {
    server.shutdownNow();
  }

  @Test
  void aSliceLoadsOnlyItsSideOverPersistentConnections() throws Exception {
    try (Slices slices = new Slices(closed(), List.of(answering(0), answering(1)))) {
      SliceMeasurement first = untilSent(slices, 1);
      assertThat(loaded).containsOnly(1).hasSize((int) first.requests());
      loaded.clear();
      SliceMeasurement second = untilSent(slices, 0);
      assertThat(loaded).containsOnly(0).hasSize((int) second.requests());
      assertThat(second.requests()).isPositive();
      assertThat(second.sent()).isEqualTo(second.requests());
      assertThat(second.serviceTime().count()).isEqualTo(second.requests());
      assertThat(second.seconds()).isGreaterThanOrEqualTo(0.06);
      assertThat(opened).hasValue(4);
    }
    assertThat(open).hasValue(0);
  }

  @Test
  void noRequestIsLeftInFlightWhenASliceEnds() throws Exception {
    AtomicInteger inFlight = new AtomicInteger();
    Connector slow =
        (index, listener) ->
            connection(
                request -> {
                  inFlight.incrementAndGet();
                  server.execute(
                      () -> {
                        pause(20);
                        inFlight.decrementAndGet();
                        listener.succeeded(request, 1, 1);
                      });
                });
    try (Slices slices = new Slices(closed(), List.of(slow))) {
      for (int i = 0; i < 3; i++) {
        SliceMeasurement slice = untilSent(slices, 0);
        assertThat(inFlight).hasValue(0);
        assertThat(slice.requests()).isEqualTo(slice.sent()).isPositive();
      }
    }
  }

  @Test
  void anUnansweredRequestIsATimeoutOfItsSlice() throws Exception {
    Connector silent = (index, listener) -> connection(request -> {});
    try (Slices slices = new Slices(closed(), List.of(silent, answering(1)))) {
      SliceMeasurement slice = untilSent(slices, 0);
      assertThat(slice.requests()).isZero();
      assertThat(slice.errors()).containsExactly(entry(InFlightRequests.TIMEOUT, slice.sent()));
      assertThat(slices.run(1, SLICE, 1).errors()).isEmpty();
    }
  }

  @Test
  void theSameSeedGivesTheSameArrivals() throws Exception {
    Load rate =
        WholeLoad.of(
            Load.Arrivals.POISSON,
            2,
            100,
            500,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofSeconds(20),
            0);
    try (Slices slices = new Slices(rate, List.of(answering(0), answering(1)))) {
      SliceMeasurement sliceMeasurement = slices.run(0, Duration.ofMillis(200), 7);
      SliceMeasurement same = slices.run(1, Duration.ofMillis(200), 7);
      assertThat(sliceMeasurement.requests()).isEqualTo(same.requests()).isPositive();
    }
  }

  @Test
  void slowAnswersDoNotReduceTheThroughputOfAnOpenModel() throws Exception {
    Duration timeout = Duration.ofSeconds(60);
    Load rate =
        WholeLoad.of(Load.Arrivals.CONSTANT, 1, 100, 50, Duration.ZERO, Duration.ZERO, timeout, 0);
    Connector slow =
        (index, listener) ->
            connection(
                request ->
                    server.execute(
                        () -> {
                          pause(3000);
                          listener.succeeded(request, 1, 1);
                        }));
    try (Slices slices = new Slices(rate, List.of(slow))) {
      SliceMeasurement slice = slices.run(0, Duration.ofMillis(200), 7);

      assertThat(slice.requests()).isEqualTo(10);
      assertThat(slice.seconds()).isBetween(0.2, 2.0);
    }
  }

  @Test
  void anUnreachableSideClosesTheOther() {
    Connector gone =
        (index, listener) -> {
          throw new DriverException("nobody there");
        };
    assertThatThrownBy(() -> new Slices(closed(), List.of(answering(0), gone)))
        .isInstanceOf(DriverException.class);
    assertThat(opened).hasValue(2);
    assertThat(open).hasValue(0);
  }

  /** On a busy machine a sender may not start within a slice. */
  private static SliceMeasurement untilSent(Slices slices, int side) throws InterruptedException {
    SliceMeasurement slice = slices.run(side, SLICE, 1);
    while (slice.sent() == 0) {
      slice = slices.run(side, SLICE, 1);
    }
    return slice;
  }

  private static Load closed() {
    return WholeLoad.closed(2, 2, Duration.ZERO, Duration.ZERO, TIMEOUT);
  }

  private interface Sending {
    void send(long request);
  }

  private Connector answering(int side) {
    return (index, listener) -> connection(request -> answer(side, request, listener));
  }

  private void answer(int side, long request, RequestListener listener) {
    loaded.add(side);
    listener.succeeded(request, 1, 10);
  }

  private Connection connection(Sending sending) {
    open.incrementAndGet();
    opened.incrementAndGet();
    return new Connection() {
      @Override
      public void send(long request) {
        sending.send(request);
      }

      @Override
      public void close() {
        open.decrementAndGet();
      }
    };
  }

  private static void pause(long millis) {
    LockSupport.parkNanos(millis * 1_000_000);
  }
}
