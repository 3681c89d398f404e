package io.perfline.recorder.core;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * Room of a budget that was taken, owned by one place. It is given back by {@link #close} alone:
 * once, however often and from whatever threads that is called, and less what was split off or went
 * with a message before.
 */
public final class Reservation implements AutoCloseable {

  public static final Reservation NONE = new Reservation(new AtomicLong(), 0);

  private static final AtomicLongFieldUpdater<Reservation> HELD =
      AtomicLongFieldUpdater.newUpdater(Reservation.class, "held");

  private final AtomicLong taken;

  /** As by {@link QueueBudget#word}. */
  private volatile long held;

  /** Of so much that has been added to {@code taken}. */
  Reservation(AtomicLong taken, long held) {
    this.taken = taken;
    this.held = held;
  }

  /**
   * Moves some of what it holds to a reservation of its own.
   *
   * @throws IllegalStateException when it holds less
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

  /** Gives back what it still holds. */
  @Override
  public void close() {
    taken.addAndGet(-release());
  }

  /** Holds nothing any more; what it held is the caller's to give back. */
  long release() {
    return HELD.getAndSet(this, 0);
  }
}
