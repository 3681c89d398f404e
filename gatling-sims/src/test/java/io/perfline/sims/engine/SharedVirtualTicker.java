package io.perfline.sims.engine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Virtual time for several threads; it advances while all threads of a group wait. */
final class SharedVirtualTicker implements Ticker {

  private static final long MILLIS = 5;

  private final ThreadGroup group = new ThreadGroup("virtual time");
  private final Map<Thread, Long> waiting = new HashMap<>();
  private final Set<Thread> permits = new HashSet<>();
  private final long costOfReading;
  private long now = 1_000_000_000L;

  SharedVirtualTicker() {
    this(0);
  }

  /**
   * @param costOfReading nanoseconds that pass when the clock is read: a busy machine
   */
  SharedVirtualTicker(long costOfReading) {
    this.costOfReading = costOfReading;
  }

  /** Runs a task in the group, with all threads that it starts. */
  void run(Runnable task) throws InterruptedException {
    Thread thread = new Thread(group, task);
    thread.start();
    while (thread.isAlive()) {
      thread.join(MILLIS);
      passTime(); // a thread may have ended instead of waiting
    }
  }

  @Override
  public synchronized long nanos() {
    now += costOfReading;
    return now;
  }

  @Override
  public void park() {
    parkUntil(Long.MAX_VALUE);
  }

  @Override
  public synchronized void parkUntil(long deadline) {
    Thread me = Thread.currentThread();
    if (permits.remove(me) || deadline <= now || me.isInterrupted()) {
      return;
    }
    waiting.put(me, deadline);
    passTime();
    try {
      while (waiting.containsKey(me)) {
        wait();
      }
    } catch (InterruptedException e) {
      waiting.remove(me);
      me.interrupt();
    }
  }

  @Override
  public synchronized void unpark(Thread thread) {
    if (thread != null && waiting.remove(thread) == null) {
      permits.add(thread);
    }
    notifyAll();
  }

  private synchronized void passTime() {
    Thread[] threads = new Thread[group.activeCount() + 100];
    group.enumerate(threads);
    boolean all =
        waiting.keySet().containsAll(Arrays.stream(threads).filter(Objects::nonNull).toList());
    if (waiting.isEmpty() || !all) {
      return;
    }
    long next = waiting.values().stream().mapToLong(Long::longValue).min().orElseThrow();
    now = next == Long.MAX_VALUE ? now : next;
    waiting.values().removeIf(deadline -> deadline <= now);
    notifyAll();
  }
}
