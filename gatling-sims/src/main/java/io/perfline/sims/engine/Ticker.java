package io.perfline.sims.engine;

import java.util.concurrent.locks.LockSupport;

/** The engine's clock, which tests replace. */
interface Ticker {

  /** Returns nanoseconds since some fixed moment. */
  long nanos();

  /** Waits until {@code deadline} or shorter, so callers check their condition again. */
  void parkUntil(long deadline);

  /** Waits until the thread is woken or shorter, so callers check their condition again. */
  void park();

  /** Ends the wait of a thread, or its next one; does nothing for null. */
  default void unpark(Thread thread) {
    LockSupport.unpark(thread);
  }

  /** Returns the system clock. Its waits overshoot by the timer slack, about 60 µs on Linux. */
  static Ticker system() {
    return new Ticker() {
      @Override
      public long nanos() {
        return System.nanoTime();
      }

      @Override
      public void park() {
        LockSupport.park(this);
      }

      @Override
      public void parkUntil(long deadline) {
        long wait = deadline - System.nanoTime();
        if (wait > 0) {
          LockSupport.parkNanos(this, wait);
        }
      }
    };
  }
}
