package io.perfline.sims.engine;

/**
 * Notices when this process stands still, whatever the reason (garbage collection, no CPU, a
 * stopped machine): a thread that wants to wake up every millisecond writes down how late it was.
 */
final class Hiccups implements AutoCloseable {

  private static final long STEP_NANOS = 1_000_000;
  private static final long STILL_NANOS = 100_000_000;

  /**
   * How the process stood still.
   *
   * @param longestMillis the longest time
   * @param stillMillis all the times of a tenth of a second or longer
   */
  record Pauses(double longestMillis, double stillMillis) {}

  private final Ticker ticker;
  private final Thread thread;
  private volatile boolean closed;
  private long longest;
  private long still;

  Hiccups(Ticker ticker) {
    this.ticker = ticker;
    thread = new Thread(this::watch, "perfline-hiccups");
    thread.setDaemon(true);
    thread.setPriority(Thread.MAX_PRIORITY);
    thread.start();
  }

  private void watch() {
    while (!closed) {
      long due = ticker.nanos() + STEP_NANOS;
      while (ticker.nanos() - due < 0) {
        ticker.parkUntil(due);
      }
      note(ticker.nanos() - due);
    }
  }

  private synchronized void note(long late) {
    longest = Math.max(longest, late);
    if (late >= STILL_NANOS) {
      still += late;
    }
  }

  /** What there was since {@link #take}, or since the start. */
  synchronized Pauses pauses() {
    return new Pauses(longest / 1e6, still / 1e6);
  }

  /** The same, and forgets it: each pause is told once. */
  synchronized Pauses take() {
    Pauses pauses = pauses();
    longest = 0;
    still = 0;
    return pauses;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
