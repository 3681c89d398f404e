package io.perfline.sims.slowed;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.slowed.SlowedBy.Leak;
import io.perfline.sims.slowed.SlowedBy.SerialLock;
import org.junit.jupiter.api.Test;

class SlowdownsTest {

  private static final long MICRO = 1000;

  /** Each park takes a millisecond too long, as with a real scheduler. */
  private static final long LATE = 1000 * MICRO;

  private long now = 5_000_000 * MICRO;
  private long late = LATE;

  @Test
  void shortDelaysAddUpToTheConfiguredTime() {
    Delay delay = new Delay(() -> now, this::park);
    long start = now;

    for (int i = 0; i < 1000; i++) {
      delay.pause(20 * MICRO);
    }

    assertThat(now - start).isBetween(20_000 * MICRO, 20_000 * MICRO + LATE);
  }

  @Test
  void aSingleMessageDoesNotWaitForTheLock() {
    SerialLock lock = turnstile();
    long start = now;

    for (int i = 0; i < 10; i++) {
      lock.spend();
      now += 100 * MICRO;
    }

    assertThat(now - start).isEqualTo(1000 * MICRO);
  }

  @Test
  void concurrentMessagesPassOneByOne() {
    SerialLock lock = turnstile();
    long start = now;

    for (int i = 0; i < 10; i++) {
      lock.spend();
      now += 40 * MICRO;
    }

    assertThat(now - start).as("the last after nine others").isEqualTo((9 * 100 + 40) * MICRO);
  }

  @Test
  void aLeakGetsSlowerAsItGrows() {
    Leak leak = new Leak(50 * MICRO);

    assertThat(leak.nanos(100)).isEqualTo(MICRO / 2);
    assertThat(leak.nanos(10_000)).isEqualTo(50 * MICRO);
    assertThat(leak.nanos(2_000_000_000L)).isEqualTo(10_000_000L * MICRO);
  }

  /** Returns a lock that each request keeps for 100 µs. */
  private SerialLock turnstile() {
    late = 0;
    return new SerialLock(100 * MICRO, () -> now, new Delay(() -> now, this::park));
  }

  private void park(long nanos) {
    now += nanos + late;
  }
}
