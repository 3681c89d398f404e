package io.perfline.sims.engine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * The generator's watch over its own process: a generator that was starved measures itself, no
 * server. Not thread-safe.
 */
public final class SelfWatch implements AutoCloseable {

  private static final OperatingSystemMXBean MACHINE =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /** What the process had used up to an instant. */
  private record Usage(long nanos, long cpuNanos, long gcMillis) {}

  private final Ticker ticker;
  private final Hiccups hiccups;
  private Usage start;

  SelfWatch(Ticker ticker) {
    this.ticker = ticker;
    hiccups = new Hiccups(ticker);
    start = usage();
  }

  /** A watch by the machine's clock, from now on. */
  public static SelfWatch start() {
    return new SelfWatch(Ticker.system());
  }

  /** How the generator fared since {@link #lap}, or since the start. */
  GeneratorHealth health() {
    return between(start, usage(), hiccups.pauses());
  }

  /** How the generator fared since the call before; what comes now counts for the next one. */
  public GeneratorHealth lap() {
    Usage now = usage();
    GeneratorHealth health = between(start, now, hiccups.take());
    start = now;
    return health;
  }

  private static GeneratorHealth between(Usage start, Usage end, Hiccups.Pauses pauses) {
    double wall = Math.max(1, end.nanos - start.nanos);
    return new GeneratorHealth(
        (end.cpuNanos - start.cpuNanos) / wall / MACHINE.getAvailableProcessors(),
        pauses.longestMillis(),
        pauses.stillMillis(),
        (double) (end.gcMillis - start.gcMillis));
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
    hiccups.close();
  }
}
