package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.RequestListener;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what is done between the warm-up and the measured period. */
@Timeout(60)
class AfterWarmUpTest {

  private static final Duration WARM_UP = Duration.ofMillis(100);
  private static final Duration MEASURED = Duration.ofMillis(400);

  @AutoClose private final FakeServer server;
  private final AtomicInteger runs = new AtomicInteger();

  /** The requests that the server has failed because its data was being restored. */
  private final AtomicLong refused = new AtomicLong();

  private volatile boolean restoring;

  AfterWarmUpTest(@TempDir Path folder) {
    server = new FakeServer(folder);
  }

  private static Load load(Load.Arrivals arrivals, Duration warmUp, Shard shard) {
    double rate = arrivals == Load.Arrivals.CLOSED ? 0 : 500;
    return new Load(
        arrivals, 2, 4, rate, warmUp, Duration.ZERO, MEASURED, Duration.ofSeconds(2), 1, shard);
  }

  private Measurement run(Load load, Callable<Void> work) throws Exception {
    return server.runThrough(
        (index, listener) -> server.connect(this::take, listener),
        load,
        new Progress() {
          @Override
          public void tick(Duration elapsed, double messagesPerSecond, long errors) {}

          @Override
          public Callable<Void> afterWarmUp() {
            return work;
          }
        });
  }

  private void take(long request, RequestListener listener) {
    if (restoring) {
      refused.incrementAndGet();
      listener.failed(request, "restoring");
    } else {
      server.answer(request, listener);
    }
  }

  /** Restores the data until the load has been refused some times. */
  private Void restore() throws InterruptedException {
    runs.incrementAndGet();
    restoring = true;
    while (refused.get() < 3) {
      Thread.sleep(1);
    }
    restoring = false;
    return null;
  }

  @ParameterizedTest
  @EnumSource(names = {"CLOSED", "CONSTANT"})
  void theLoadGoesOnButIsNotCounted(Load.Arrivals arrivals) throws Exception {
    Measurement measurement = run(load(arrivals, WARM_UP, Shard.WHOLE), this::restore);

    assertThat(runs).hasValue(1);
    assertThat(measurement.errors()).isEmpty();
    assertThat(measurement.warmUpRequests().failed()).isEqualTo(refused.get());
    assertThat(Duration.between(measurement.start(), measurement.end()))
        .isGreaterThanOrEqualTo(MEASURED);
    assertThat(server.written().column(1)).isEqualTo(measurement.requests()).isPositive();
  }

  @Test
  void nothingIsDoneWithoutWarmUpOrForOneOfSeveralGenerators() throws Exception {
    run(load(Load.Arrivals.CLOSED, Duration.ZERO, Shard.WHOLE), this::restore);
    Shard first = new Shard(0, 2, Clock.systemUTC().instant());
    run(load(Load.Arrivals.CLOSED, WARM_UP, first), this::restore);

    assertThat(runs).hasValue(0);
  }

  @Test
  void aFailureEndsTheLoad() {
    assertThatThrownBy(
            () ->
                run(
                    load(Load.Arrivals.CLOSED, WARM_UP, Shard.WHOLE),
                    () -> {
                      throw new DriverException("no such table");
                    }))
        .isInstanceOf(DriverException.class)
        .hasMessage("no such table");
    assertThat(server.open()).isZero();
  }

  /** Ctrl-C ends a command that restores the data, too. */
  @Test
  void anInterruptedLoadInterruptsTheWork() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Callable<Void> endless =
        () -> {
          begun.countDown();
          try {
            Thread.sleep(Long.MAX_VALUE);
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
          return null;
        };
    Thread loading =
        new Thread(
            () -> {
              try {
                run(load(Load.Arrivals.CLOSED, WARM_UP, Shard.WHOLE), endless);
              } catch (Exception ended) {
                Thread.currentThread().interrupt();
              }
            });
    loading.start();
    begun.await();
    loading.interrupt();

    interrupted.await();
    loading.join();
  }
}
