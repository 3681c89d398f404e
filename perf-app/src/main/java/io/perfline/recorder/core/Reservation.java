package io.perfline.recorder.core;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * Reserved room of a budget, with one owner. Only {@link #close} returns it to the budget, and only
 * once, even if several threads call it. Room that was split off or passed on with a message before
 * is not included.
 */
public final class Reservation implements AutoCloseable {

  public static final Reservation NONE = new Reservation(new AtomicLong(), 0);

  private static final AtomicLongFieldUpdater<Reservation> RESERVED =
      AtomicLongFieldUpdater.newUpdater(Reservation.class, "reserved");

  private final AtomicLong taken;

  /** The reserved room as a {@link QueueBudget#packed}. */
  private volatile long reserved;

  /** Creates a reservation of room that was added to {@code taken}. */
  Reservation(AtomicLong taken, long reserved) {
    this.taken = taken;
    this.reserved = reserved;
  }

  /**
   * Moves some of the room to a new reservation.
   *
   * @throws IllegalStateException if there is less room
   */
  public Reservation split(int messages, long bytes) {
    long packed = QueueBudget.packed(messages, bytes);
    long before = reserved;
    if (messages > QueueBudget.messages(before)
        || bytes > QueueBudget.bytes(before)
        || !RESERVED.compareAndSet(this, before, before - packed)) {
      throw new IllegalStateException("no " + messages + " messages, " + bytes + " bytes to split");
    }
    return new Reservation(taken, packed);
  }

  public long bytes() {
    return QueueBudget.bytes(reserved);
  }

  /** Returns the remaining room to the budget. */
  @Override
  public void close() {
    taken.addAndGet(-release());
  }

  /** Empties the reservation and returns its room, which the caller must return to the budget. */
  long release() {
    return RESERVED.getAndSet(this, 0);
  }
}
