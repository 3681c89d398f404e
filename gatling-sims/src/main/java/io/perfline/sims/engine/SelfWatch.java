package io.perfline.sims.engine;

import com.sun.management.OperatingSystemMXBean;
import io.perfline.core.run.AllowedCpus;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * Watches the generator's own process, because a starved generator measures itself instead of the
 * server. A thread that wakes up every millisecond records its delays, whatever the reason: garbage
 * collection, no CPU, or a stopped machine.
 */
public final class SelfWatch implements AutoCloseable {

  private static final OperatingSystemMXBean MACHINE =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final long STEP_NANOS = 1_000_000;
  private static final long LONG_PAUSE_NANOS = 100_000_000;

  /** The CPU and garbage collection time that the process has used by a point in time. */
  private record Usage(long nanos, long cpuNanos, long gcMillis) {}

  private final double cpus = AllowedCpus.ofSelf();
  private final Ticker ticker;
  private final Thread thread;
  private volatile boolean closed;
  private Usage start;
  private long longest;
  private long paused;

  SelfWatch(Ticker ticker) {
    this.ticker = ticker;
    start = usage();
    thread = new Thread(this::watch, "perfline-hiccups");
    thread.setDaemon(true);
    thread.setPriority(Thread.MAX_PRIORITY);
    thread.start();
  }

  /** Starts a watch that uses the system clock. */
  public static SelfWatch start() {
    return new SelfWatch(Ticker.system());
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
    if (late >= LONG_PAUSE_NANOS) {
      paused += late;
    }
  }

  /** Returns the generator's health since the last {@link #lap}, or since the start. */
  synchronized GeneratorHealth health() {
    Usage end = usage();
    double wall = Math.max(1, end.nanos - start.nanos);
    return new GeneratorHealth(
        Math.min(1, (end.cpuNanos - start.cpuNanos) / wall / cpus),
        longest / 1e6,
        paused / 1e6,
        (double) (end.gcMillis - start.gcMillis));
  }

  /** Returns the generator's health since the last call and starts the next interval. */
  public synchronized GeneratorHealth lap() {
    GeneratorHealth health = health();
    start = usage();
    longest = 0;
    paused = 0;
    return health;
  }

  private Usage usage() {
    return new Usage(ticker.nanos(), MACHINE.getProcessCpuTime(), gcMillis());
  }

  private static long gcMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
