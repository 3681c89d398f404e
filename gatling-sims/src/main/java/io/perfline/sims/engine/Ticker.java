package io.perfline.sims.engine;

import java.util.concurrent.locks.LockSupport;

/** The time that the engine goes by, handed in so that a test can do arithmetic on it. */
interface Ticker {

  /** Nanoseconds since some fixed moment. */
  long nanos();

  /** Waits until {@code deadline} or shorter: whoever calls looks again at why it waits. */
  void parkUntil(long deadline);

  /** Waits until somebody wakes the thread, or shorter: whoever calls looks again. */
  void park();

  /** The machine's own. Overshoots by the kernel's timer slack, some 60 µs on Linux. */
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
