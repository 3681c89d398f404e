package io.perfline.sims.gatling.load;

/**
 * The pages that came in one part of a level's time: a batch, in the method of batch means. Times
 * are milliseconds.
 */
final class PageBatch {

  private final long start;
  private long pages;
  private long failed;
  private long inTime;
  private long millis;

  /**
   * @param start of its time, since the epoch
   */
  PageBatch(long start) {
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
