package io.perfline.proof.slowed;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes time without taking the processor: a thread that spins would slow the store and the load as
 * well. A sleep ends too late by as much as the scheduler likes, so what it took too long is taken
 * off the next ones: the delays add up to what was asked for.
 */
final class Delay {

  private final AtomicLong owed = new AtomicLong();

  /** Waits so long on average; once in a while not at all. */
  void ofNanos(long nanos) {
    long due = owed.addAndGet(nanos);
    if (due > 0 && owed.compareAndSet(due, 0)) {
      owed.addAndGet(due - park(due));
    }
  }

  /** Waits at least so long, each time. */
  static void ofMillis(int millis) {
    park(millis * 1_000_000L);
  }

  /** How long it was in the end. */
  private static long park(long nanos) {
    long begin = System.nanoTime();
    long taken = 0;
    while (taken < nanos) {
      LockSupport.parkNanos(nanos - taken);
      taken = System.nanoTime() - begin;
    }
    return taken;
  }
}
