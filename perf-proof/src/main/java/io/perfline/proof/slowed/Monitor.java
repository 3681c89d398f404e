package io.perfline.proof.slowed;

/** A lock that each message holds for a while, as if it waited for a disk meanwhile. */
final class Monitor implements Slowdown {

  private final Delay delay = new Delay();
  private final long nanos;

  Monitor(long nanos) {
    this.nanos = nanos;
  }

  @Override
  public synchronized void take() {
    delay.ofNanos(nanos);
  }
}
