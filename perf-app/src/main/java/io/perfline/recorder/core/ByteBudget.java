package io.perfline.recorder.core;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A limited amount of memory that several users share. */
public final class ByteBudget {

  private final long maxBytes;
  private final AtomicLong taken = new AtomicLong();

  /**
   * Creates a budget.
   *
   * @param maxBytes the size of the budget, at most 1 TiB
   */
  public ByteBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Reserves bytes; the result is empty if they are not available. */
  public Optional<Reservation> tryReserve(long bytes) {
    if (taken.addAndGet(bytes) <= maxBytes) {
      return Optional.of(new Reservation(taken, bytes));
    }
    taken.addAndGet(-bytes);
    return Optional.empty();
  }
}
