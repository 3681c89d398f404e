package io.perfline.sims.engine;

/**
 * The measured period, after the warm-up, in the ticker's nanoseconds. Its length is fixed; it can
 * be moved until it is over.
 */
final class MeasuredPeriod {

  private final long begin;
  private final long length;
  private volatile long from;

  /**
   * @param begin when the load begins with its warm-up
   * @param from first measured instant
   * @param until first instant after it
   */
  MeasuredPeriod(long begin, long from, long until) {
    this.begin = begin;
    this.from = from;
    this.length = until - from;
  }

  /** Begins at another instant in the future: earlier than planned, or later if measured anew. */
  void moveTo(long instant) {
    from = instant;
  }

  long begin() {
    return begin;
  }

  long from() {
    return from;
  }

  long until() {
    return from + length;
  }

  /** Returns whether a request that is due at {@code instant} counts. */
  boolean contains(long instant) {
    long since = instant - from;
    return since >= 0 && since < length;
  }

  double seconds() {
    return length / 1e9;
  }
}
