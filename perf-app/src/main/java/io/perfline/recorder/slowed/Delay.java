package io.perfline.recorder.slowed;

import java.util.concurrent.locks.LockSupport;

/** Takes time. */
final class Delay {

  /**
   * A sleep ends up to this much too late, so the last of every delay is spun. More would take
   * processor time from the store and the load, and slow the recorder by more than it was told.
   */
  private static final long SPUN_NANOS = 80_000;

  private Delay() {}

  static void ofMillis(int millis) {
    ofNanos(millis * 1_000_000L);
  }

  static void ofNanos(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      if (left > SPUN_NANOS) {
        LockSupport.parkNanos(left - SPUN_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }
}
