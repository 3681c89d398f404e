package io.perfline.sims.engine;

/**
 * The measured period, after the warm-up, in the ticker's nanoseconds. Its length is fixed, and it
 * can be moved until it is over.
 */
final class MeasuredPeriod {

  private final long begin;
  private final long length;
  private volatile long from;

  /**
   * @param begin the start of the load and its warm-up
   * @param from the first measured instant
   * @param until the first instant after the period
   */
  MeasuredPeriod(long begin, long from, long until) {
    this.begin = begin;
    this.from = from;
    this.length = until - from;
  }

  /** Moves the start to another future instant: earlier, or later to measure again. */
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
