package io.perfline.proof.slowed;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Keeps something of each message, and takes the longer the more it keeps. */
final class Leak implements Slowdown {

  private final Queue<Object> kept = new ConcurrentLinkedQueue<>();
  private final AtomicLong count = new AtomicLong();
  private final long nanosForMany;

  /**
   * @param nanosForMany how much longer a message takes for every ten thousand kept
   */
  Leak(long nanosForMany) {
    this.nanosForMany = nanosForMany;
  }

  @Override
  public void take() {
    kept.add(new Object());
    Spin.of(nanos(count.incrementAndGet()));
  }

  /** How long it takes when so many are kept. */
  long nanos(long messages) {
    return nanosForMany * messages / SlowedBy.LEAK_MESSAGES;
  }
}
