package io.perfline.sims.slowed;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Takes time without taking the processor: a thread that spins would slow the store and the load as
 * well. A sleep ends too late by as much as the scheduler likes, so what it took too long is taken
 * off the next ones: the delays add up to what was asked for.
 */
public final class Delay {

  private final LongSupplier nanoTime;
  private final LongConsumer parkNanos;
  private final AtomicLong owed = new AtomicLong();

  /** By the machine's clock. */
  public Delay() {
    this(System::nanoTime, LockSupport::parkNanos);
  }

  /**
   * @param nanoTime returns the time since any moment
   * @param parkNanos waits about this long
   */
  Delay(LongSupplier nanoTime, LongConsumer parkNanos) {
    this.nanoTime = nanoTime;
    this.parkNanos = parkNanos;
  }

  /** Waits this long on average; sometimes not at all. */
  public void ofNanos(long nanos) {
    long due = owed.addAndGet(nanos);
    if (due > 0 && owed.compareAndSet(due, 0)) {
      owed.addAndGet(due - park(due));
    }
  }

  /** How long it was in the end. */
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
