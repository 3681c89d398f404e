package io.perfline.sims.engine;

/**
 * The stretch of time that counts, behind the warm-up, in the ticker's nanoseconds. It has a fixed
 * length and may be moved to the fore as long as it hasn't begun.
 */
final class MeasuredPeriod {

  private final long begin;
  private final long length;
  private volatile long from;

  /**
   * @param begin when the load begins, warm-up first
   * @param from first instant that counts
   * @param until first instant that doesn't
   */
  MeasuredPeriod(long begin, long from, long until) {
    this.begin = begin;
    this.from = from;
    this.length = until - from;
  }

  /** Ends the warm-up earlier than planned, at an instant that is still to come. */
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

  /** Whether a request intended at {@code instant} counts. */
  boolean holds(long instant) {
    long since = instant - from;
    return since >= 0 && since < length;
  }

  double seconds() {
    return length / 1e9;
  }
}
