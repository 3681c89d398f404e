package io.perfline.recorder.slowed;

import java.util.concurrent.locks.LockSupport;

/** Takes time. */
final class Delay {

  /** Below it a thread can't sleep exactly enough, so it works instead, as slow code would. */
  private static final long SHORTEST_SLEEP = 1_000_000;

  private Delay() {}

  static void ofMillis(int millis) {
    ofNanos(millis * 1_000_000L);
  }

  static void ofNanos(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      if (left > SHORTEST_SLEEP) {
        LockSupport.parkNanos(left - SHORTEST_SLEEP / 2);
      } else {
        Thread.onSpinWait();
      }
    }
  }
}
