package io.perfline.sims.gatling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * In Gatling's JVM: who of the visitors is called for, and what they find. All that will ever come
 * are Gatling's users from the begin on, and ask here whether it is their turn.
 */
final class Crowd {

  private static final long NAP_NANOS = 20_000_000;

  private final HttpLoad load;
  private final AtomicInteger there = new AtomicInteger();
  private final Thread thread = new Thread(this::lead, "crowd");
  private LevelWalk walk;
  private volatile int wanted;
  private volatile boolean over;

  Crowd(HttpLoad load) {
    this.load = load;
    thread.setDaemon(true);
  }

  /** The load begins now. */
  void begin() {
    synchronized (this) {
      walk = new LevelWalk(load, System.currentTimeMillis());
    }
    thread.start();
  }

  /** Whether the load goes on. */
  boolean goesOn() {
    return !over;
  }

  /** Whether the visitor with this number, counted over all shards, is called for. */
  boolean calls(int number) {
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
   * @param begun when it was asked for, in milliseconds since the epoch
   */
  void page(long begun, boolean ok) {
    long took = Math.max(0, System.currentTimeMillis() - begun);
    synchronized (this) {
      walk.page(took, ok);
    }
  }

  private void lead() {
    Path file = LoadFile.path().resolveSibling(HeldLevel.FILE);
    int told = 0;
    while (!over) {
      List<HeldLevel> held = step();
      if (held.size() > told) {
        write(file, held);
        told = held.size();
      }
      LockSupport.parkNanos(NAP_NANOS);
    }
  }

  private synchronized List<HeldLevel> step() {
    long now = System.currentTimeMillis();
    walk.tick(now, there.get());
    wanted = walk.wanted(now);
    over = walk.ended();
    return walk.held();
  }

  private static void write(Path file, List<HeldLevel> held) {
    try {
      HeldLevel.write(file, held);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }
}
