package io.perfline.recorder.core;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A limited amount of memory that several users share. */
public final class ByteBudget {

  private final long maxBytes;
  private final AtomicLong taken = new AtomicLong();

  /** Creates a budget of at most a terabyte. */
  public ByteBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Reserves the bytes; returns nothing if they are not available. */
  public Optional<Reservation> tryReserve(long bytes) {
    if (taken.addAndGet(bytes) <= maxBytes) {
      return Optional.of(new Reservation(taken, bytes));
    }
    taken.addAndGet(-bytes);
    return Optional.empty();
  }
}
