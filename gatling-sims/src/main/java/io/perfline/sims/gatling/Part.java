package io.perfline.sims.gatling;

/** A stretch of a level's time, with the pages that came in it. Times are milliseconds. */
final class Part {

  private final long start;
  private long pages;
  private long failed;
  private long inTime;
  private long millis;

  /** Begins at {@code start}, since the epoch. */
  Part(long start) {
    this.start = start;
  }

  void page(long took, boolean ok, double withinMs) {
    pages++;
    millis += took;
    failed += ok ? 0 : 1;
    inTime += ok && took <= withinMs ? 1 : 0;
  }

  long start() {
    return start;
  }

  long pages() {
    return pages;
  }

  long failed() {
    return failed;
  }

  long inTime() {
    return inTime;
  }

  /** Mean time of its pages; it holds one at least. */
  double mean() {
    return millis / (double) pages;
  }
}
