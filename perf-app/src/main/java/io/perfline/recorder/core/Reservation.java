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

  private static final AtomicLongFieldUpdater<Reservation> HELD =
      AtomicLongFieldUpdater.newUpdater(Reservation.class, "held");

  private final AtomicLong taken;

  /** The reserved room as a {@link QueueBudget#word}. */
  private volatile long held;

  /** Creates a reservation of room that was added to {@code taken}. */
  Reservation(AtomicLong taken, long held) {
    this.taken = taken;
    this.held = held;
  }

  /**
   * Moves some of the room to a new reservation.
   *
   * @throws IllegalStateException if there is less room
   */
  public Reservation split(int messages, long bytes) {
    long word = QueueBudget.word(messages, bytes);
    long before = held;
    if (messages > QueueBudget.messages(before)
        || bytes > QueueBudget.bytes(before)
        || !HELD.compareAndSet(this, before, before - word)) {
      throw new IllegalStateException("no " + messages + " messages, " + bytes + " bytes to split");
    }
    return new Reservation(taken, word);
  }

  public long bytes() {
    return QueueBudget.bytes(held);
  }

  /** Returns the remaining room to the budget. */
  @Override
  public void close() {
    taken.addAndGet(-release());
  }

  /** Empties the reservation and returns its room, which the caller must return to the budget. */
  long release() {
    return HELD.getAndSet(this, 0);
  }
}
