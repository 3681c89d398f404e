package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SelfWatchTest {

  /** Wakes up half a second late three times, then on time. */
  private static final class Starved implements Ticker {

    private static final int TIMES = 3;

    private final AtomicInteger woken = new AtomicInteger();
    private final CountDownLatch asleep = new CountDownLatch(1);
    private volatile long now;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void park() {
      throw new AssertionError("it waits by the clock");
    }

    @Override
    public void parkUntil(long deadline) {
      if (woken.incrementAndGet() <= TIMES) {
        now = deadline + TimeUnit.MILLISECONDS.toNanos(500);
        return;
      }
      asleep.countDown();
      try {
        Thread.sleep(Long.MAX_VALUE);
      } catch (InterruptedException closed) {
        now = deadline;
      }
    }
  }

  @Test
  void addsUpThePausesOfTheProcess() throws InterruptedException {
    Starved starved = new Starved();
    try (SelfWatch watch = new SelfWatch(starved)) {
      assertThat(starved.asleep.await(60, TimeUnit.SECONDS)).isTrue();

      assertThat(watch.health().longestPauseMillis()).isEqualTo(500);
      assertThat(watch.lap().stillMillis()).isEqualTo(1500);
      assertThat(watch.lap().longestPauseMillis()).isZero();
      assertThat(watch.lap().stillMillis()).isZero();
    }
  }
}
