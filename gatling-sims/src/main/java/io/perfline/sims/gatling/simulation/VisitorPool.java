package io.perfline.sims.gatling.simulation;

import io.perfline.sims.gatling.load.Handover;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.LevelResult;
import io.perfline.sims.gatling.load.LevelRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * In Gatling's JVM: which visitors are wanted now, and how their pages fared. Every visitor that
 * any level needs is a user of Gatling from the start on, and asks here whether it is wanted.
 */
final class VisitorPool {

  private static final long NAP_NANOS = 20_000_000;

  private final HttpLoad load;
  private final AtomicInteger there = new AtomicInteger();
  private final Thread thread = new Thread(this::lead, "visitor-pool");
  private LevelRunner runner;
  private volatile int wanted;
  private volatile boolean over;

  VisitorPool(HttpLoad load) {
    this.load = load;
    thread.setDaemon(true);
  }

  /** The load begins now. */
  void start() {
    synchronized (this) {
      runner = new LevelRunner(load, System.currentTimeMillis());
    }
    thread.start();
  }

  /** Whether the load goes on. */
  boolean goesOn() {
    return !over;
  }

  /** Whether the visitor with this number, counted over all shards, is wanted. */
  boolean wants(int number) {
    return !over && number < wanted;
  }

  void came() {
    there.incrementAndGet();
  }

  void left() {
    there.decrementAndGet();
  }

  /** How many visitors there are. */
  int there() {
    return there.get();
  }

  /**
   * A page was there or failed just now.
   *
   * @param asked when it was asked for, in milliseconds since the epoch
   */
  void page(long asked, boolean ok) {
    long took = Math.max(0, System.currentTimeMillis() - asked);
    synchronized (this) {
      runner.page(took, ok);
    }
  }

  private void lead() {
    Path file = Handover.path().resolveSibling(LevelResult.FILE);
    int told = 0;
    while (!over) {
      List<LevelResult> held = step();
      if (held.size() > told) {
        write(file, held);
        told = held.size();
      }
      LockSupport.parkNanos(NAP_NANOS);
    }
  }

  private synchronized List<LevelResult> step() {
    long now = System.currentTimeMillis();
    runner.tick(now, there.get());
    wanted = runner.wanted(now);
    over = runner.ended();
    return runner.held();
  }

  private static void write(Path file, List<LevelResult> held) {
    try {
      Handover.write(file, held);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
