package io.perfline.recorder.core;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The room in the queue, by messages and by bytes: everything that a way in is reading and
 * everything that no store has answered yet. Both counts share one word, so that taking room is one
 * atomic addition.
 */
public final class QueueBudget {

  private static final int BYTE_BITS = 43;
  private static final long BYTE_MASK = (1L << BYTE_BITS) - 1;

  /**
   * What a message takes beside its data: its objects here, in the client of the store, in Tomcat.
   */
  private static final long OVERHEAD_BYTES = 1024;

  private final long maxMessages;
  private final long maxBytes;
  private final AtomicLong taken = new AtomicLong();

  /**
   * Creates room.
   *
   * @param maxMessages at most a million
   * @param maxBytes at most a terabyte
   */
  public QueueBudget(int maxMessages, long maxBytes) {
    if (maxMessages < 1 || maxMessages > 1_000_000 || maxBytes < 1 || maxBytes > 1L << 40) {
      throw new IllegalArgumentException("no room of " + maxMessages + " messages, " + maxBytes);
    }
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
  }

  /**
   * The bytes to take for a message of that much data: twice the data, as a store's client copies
   * it once, and what the objects around it take.
   */
  public static long costOf(long dataBytes) {
    return 2 * dataBytes + OVERHEAD_BYTES;
  }

  /** Takes room for one message of that cost, or returns false and takes none. */
  public boolean tryTake(long bytes) {
    if (bytes > maxBytes) {
      return false;
    }
    long word = (1L << BYTE_BITS) + bytes;
    long now = taken.addAndGet(word);
    if (now >>> BYTE_BITS > maxMessages || (now & BYTE_MASK) > maxBytes) {
      taken.addAndGet(-word);
      return false;
    }
    return true;
  }

  /** Gives back what {@link #tryTake} took. */
  public void giveBack(long bytes) {
    taken.addAndGet(-((1L << BYTE_BITS) + bytes));
  }

  /** Gives back some of the bytes that {@link #tryTake} took, and keeps the place. */
  public void shrink(long bytes) {
    taken.addAndGet(-bytes);
  }

  /** Messages that hold room now. */
  public long messages() {
    return taken.get() >>> BYTE_BITS;
  }

  /** Bytes that are held now. */
  public long bytes() {
    return taken.get() & BYTE_MASK;
  }

  /** The most bytes that can be held. */
  public long maxBytes() {
    return maxBytes;
  }
}
