package io.perfline.sims.engine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** The generator's watch over itself: a generator that was starved measures itself, no server. */
final class SelfWatch implements AutoCloseable {

  private final OperatingSystemMXBean machine =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Ticker ticker;
  private final Hiccups hiccups;
  private long beganAt;
  private long cpuAtBegin;
  private long gcAtBegin;

  SelfWatch(Ticker ticker) {
    this.ticker = ticker;
    hiccups = new Hiccups(ticker);
  }

  /** The measured stretch begins. */
  void begin() {
    beganAt = ticker.nanos();
    cpuAtBegin = machine.getProcessCpuTime();
    gcAtBegin = gcMillis();
    hiccups.reset();
  }

  /** How the generator fared since {@link #begin}. */
  GeneratorHealth health() {
    double wall = Math.max(1, ticker.nanos() - beganAt);
    double cpu = (machine.getProcessCpuTime() - cpuAtBegin) / wall;
    return new GeneratorHealth(
        cpu / machine.getAvailableProcessors(),
        hiccups.longestMillis(),
        hiccups.stillMillis(),
        (double) (gcMillis() - gcAtBegin));
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
