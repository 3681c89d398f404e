package io.perfline.sims.engine;

/**
 * The measured period, after the warm-up, in the ticker's nanoseconds. Its length is fixed; it can
 * be moved to an earlier time until it has begun.
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

  /** Ends the warm-up earlier than planned, at an instant in the future. */
  void moveTo(long earlier) {
    from = earlier;
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
