package io.perfline.recorder.core;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Memory that many share, each taking some for a while. */
public final class ByteBudget {

  private final long maxBytes;
  private final AtomicLong taken = new AtomicLong();

  /** Of so many bytes, at most a terabyte. */
  public ByteBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes that much, or nothing. */
  public Optional<Reservation> tryReserve(long bytes) {
    if (taken.addAndGet(bytes) <= maxBytes) {
      return Optional.of(new Reservation(taken, bytes));
    }
    taken.addAndGet(-bytes);
    return Optional.empty();
  }
}
