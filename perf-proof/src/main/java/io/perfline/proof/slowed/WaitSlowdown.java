package io.perfline.proof.slowed;

import java.util.concurrent.atomic.AtomicLong;

/** One message of so many waits. */
final class WaitSlowdown implements Slowdown {

  private final AtomicLong count = new AtomicLong();
  private final Delay delay = new Delay();
  private final long nanos;
  private final int oneIn;

  WaitSlowdown(long nanos, int oneIn) {
    this.nanos = nanos;
    this.oneIn = oneIn;
  }

  @Override
  public void take() {
    if (oneIn == 1 || count.incrementAndGet() % oneIn == 0) {
      delay.ofNanos(nanos);
    }
  }
}
