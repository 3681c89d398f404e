package io.perfline.recorder.core;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The room in the queue, by messages and by bytes: everything that an ingress is reading and
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
   * An empty queue.
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

  /** Takes room for one message of that cost, or nothing. */
  public Optional<Reservation> tryReserve(long bytes) {
    return tryTake(bytes) ? Optional.of(new Reservation(taken, word(1, bytes))) : Optional.empty();
  }

  /**
   * As {@link #tryReserve} for who keeps the {@link #word} itself, and {@link #giveBack gives it
   * back}.
   */
  boolean tryTake(long bytes) {
    if (bytes > maxBytes) {
      return false;
    }
    long word = word(1, bytes);
    long now = taken.addAndGet(word);
    if (messages(now) > maxMessages || bytes(now) > maxBytes) {
      taken.addAndGet(-word);
      return false;
    }
    return true;
  }

  void giveBack(long word) {
    taken.addAndGet(-word);
  }

  /** Both counts in one. */
  static long word(int messages, long bytes) {
    return ((long) messages << BYTE_BITS) + bytes;
  }

  static long messages(long word) {
    return word >>> BYTE_BITS;
  }

  static long bytes(long word) {
    return word & BYTE_MASK;
  }

  /** Messages that hold room now. */
  public long messages() {
    return messages(taken.get());
  }

  /** Bytes that are held now. */
  public long bytes() {
    return bytes(taken.get());
  }

  public long maxBytes() {
    return maxBytes;
  }
}
