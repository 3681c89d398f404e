package io.perfline.recorder.core;

import java.util.concurrent.atomic.AtomicLong;

/** Memory that many share, each taking some for a while. */
public final class ByteBudget {

  private final long maxBytes;
  private final AtomicLong taken = new AtomicLong();

  /** Creates room for so many bytes. */
  public ByteBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes that much, or returns false and takes none. */
  public boolean tryTake(long bytes) {
    if (taken.addAndGet(bytes) <= maxBytes) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  /** Gives back what {@link #tryTake} took. */
  public void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }
}
