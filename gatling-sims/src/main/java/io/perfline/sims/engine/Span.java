package io.perfline.sims.engine;

/**
 * The stretch of time that counts, behind the warm-up, in the ticker's nanoseconds.
 *
 * @param begin when the load begins, warm-up first
 * @param from first instant that counts
 * @param until first instant that doesn't
 */
record Span(long begin, long from, long until) {

  /** Whether a request intended at {@code instant} counts. */
  boolean holds(long instant) {
    return instant - from >= 0 && instant - until < 0;
  }

  double seconds() {
    return (until - from) / 1e9;
  }
}
