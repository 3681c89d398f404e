package io.perfline.sims.gatling.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Decides in Gatling's JVM which visitors are wanted at the moment, and collects the results of
 * their pages. Every visitor that any level needs is a Gatling user from the start and asks this
 * pool whether it is wanted.
 */
final class VisitorPool {

  private static final long NAP_NANOS = 20_000_000;

  private final HttpLoad load;
  private final AtomicInteger present = new AtomicInteger();
  private final Thread thread = new Thread(this::lead, "visitor-pool");
  private LevelRunner runner;
  private volatile int wanted;
  private volatile boolean over;

  VisitorPool(HttpLoad load) {
    this.load = load;
    thread.setDaemon(true);
  }

  void start() {
    synchronized (this) {
      runner = new LevelRunner(load, System.currentTimeMillis());
    }
    thread.start();
  }

  /** Returns whether the load continues. */
  boolean continues() {
    return !over;
  }

  /** Returns whether the visitor with this number, counted over all shards, is wanted. */
  boolean wants(int number) {
    return !over && number < wanted;
  }

  void came() {
    present.incrementAndGet();
  }

  void left() {
    present.decrementAndGet();
  }

  int present() {
    return present.get();
  }

  /**
   * Records that a page has just succeeded or failed.
   *
   * @param requestedAt the time of the request, in milliseconds since the epoch
   */
  void page(long requestedAt, boolean ok) {
    long took = Math.max(0, System.currentTimeMillis() - requestedAt);
    synchronized (this) {
      runner.page(took, ok);
    }
  }

  private void lead() {
    Path file = Handover.path().resolveSibling(LevelResult.FILE);
    int written = 0;
    while (!over) {
      List<LevelResult> levels = step();
      if (levels.size() > written) {
        write(file, levels);
        written = levels.size();
      }
      LockSupport.parkNanos(NAP_NANOS);
    }
  }

  private synchronized List<LevelResult> step() {
    long now = System.currentTimeMillis();
    runner.tick(now, present.get());
    wanted = runner.wanted(now);
    over = runner.ended();
    return runner.levels();
  }

  private static void write(Path file, List<LevelResult> levels) {
    try {
      Handover.write(file, levels);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
