package io.perfline.proof.slowed;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A lock that each message holds for a while in which it does what it does anyway: a message alone
 * waits for nothing, of those that come together each waits until the ones before have had their
 * turn.
 */
final class SerialLock implements Slowdown {

  private final long nanos;
  private final LongSupplier nanoTime;
  private final Delay delay;
  private final AtomicLong freeAt;

  SerialLock(long nanos) {
    this(nanos, System::nanoTime, new Delay());
  }

  SerialLock(long nanos, LongSupplier nanoTime, Delay delay) {
    this.nanos = nanos;
    this.nanoTime = nanoTime;
    this.delay = delay;
    freeAt = new AtomicLong(nanoTime.getAsLong());
  }

  @Override
  public void take() {
    long now = nanoTime.getAsLong();
    long free = freeAt.getAndUpdate(at -> Math.max(at - now, 0) + now + nanos);
    if (free - now > 0) {
      delay.ofNanos(free - now);
    }
  }
}
