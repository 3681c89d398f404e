package io.perfline.sims.slowed;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Delays a thread without using CPU; a busy thread would also slow down the store and the load. A
 * sleep usually lasts too long, so the excess is subtracted from the next ones: over many calls,
 * the delays add up to the requested time.
 */
public final class Delay {

  private final LongSupplier nanoTime;
  private final LongConsumer parkNanos;
  private final AtomicLong remainingNanos = new AtomicLong();

  /** Creates a delay that uses the system clock. */
  public Delay() {
    this(System::nanoTime, LockSupport::parkNanos);
  }

  /**
   * @param nanoTime returns the current time in nanoseconds, from any origin
   * @param parkNanos parks the thread for about this many nanoseconds
   */
  Delay(LongSupplier nanoTime, LongConsumer parkNanos) {
    this.nanoTime = nanoTime;
    this.parkNanos = parkNanos;
  }

  /** Waits this long on average; a single call may return at once. */
  public void pause(long nanos) {
    long due = remainingNanos.addAndGet(nanos);
    if (due > 0 && remainingNanos.compareAndSet(due, 0)) {
      remainingNanos.addAndGet(due - park(due));
    }
  }

  /** Waits for at least this long, and returns the actual time in nanoseconds. */
  private long park(long nanos) {
    long start = nanoTime.getAsLong();
    long taken = 0;
    while (taken < nanos) {
      parkNanos.accept(nanos - taken);
      taken = nanoTime.getAsLong() - start;
    }
    return taken;
  }
}
