package io.perfline.recorder.core;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The room in the queue, counted in messages and in bytes. It is reserved for messages that an
 * ingress is reading and for those that the store has not answered yet. Both counts are in one
 * {@code long}, so that a reservation is a single atomic addition.
 */
public final class QueueBudget {

  private static final int BYTE_BITS = 43;
  private static final long BYTE_MASK = (1L << BYTE_BITS) - 1;

  /**
   * The memory that a message takes without its data: in the recorder, the store's client and
   * Tomcat.
   */
  private static final long OVERHEAD_BYTES = 1024;

  private final long maxMessages;
  private final long maxBytes;
  private final AtomicLong taken = new AtomicLong();

  /**
   * Creates an empty queue.
   *
   * @param maxMessages the maximum number of messages, up to one million
   * @param maxBytes the maximum number of bytes, up to 1 TiB
   */
  public QueueBudget(int maxMessages, long maxBytes) {
    if (maxMessages < 1 || maxMessages > 1_000_000 || maxBytes < 1 || maxBytes > 1L << 40) {
      throw new IllegalArgumentException("no room of " + maxMessages + " messages, " + maxBytes);
    }
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
  }

  /**
   * Returns the bytes to reserve for a message: twice its data, because a store's client copies it
   * once, plus the size of its objects.
   */
  public static long costOf(long dataBytes) {
    return 2 * dataBytes + OVERHEAD_BYTES;
  }

  /** Reserves room for one message; the result is empty if there is none. */
  public Optional<Reservation> tryReserve(long bytes) {
    return tryTake(bytes)
        ? Optional.of(new Reservation(taken, packed(1, bytes)))
        : Optional.empty();
  }

  /**
   * Reserves room like {@link #tryReserve} for a caller that stores the {@link #packed} itself and
   * {@link #giveBack gives it back}.
   */
  boolean tryTake(long bytes) {
    if (bytes > maxBytes) {
      return false;
    }
    long packed = packed(1, bytes);
    long now = taken.addAndGet(packed);
    if (messages(now) > maxMessages || bytes(now) > maxBytes) {
      taken.addAndGet(-packed);
      return false;
    }
    return true;
  }

  void giveBack(long packed) {
    taken.addAndGet(-packed);
  }

  /** Returns both counts in one {@code long}. */
  static long packed(int messages, long bytes) {
    return ((long) messages << BYTE_BITS) + bytes;
  }

  static long messages(long packed) {
    return packed >>> BYTE_BITS;
  }

  static long bytes(long packed) {
    return packed & BYTE_MASK;
  }

  /** Returns the number of messages for which room is reserved. */
  public long messages() {
    return messages(taken.get());
  }

  public long bytes() {
    return bytes(taken.get());
  }
}
