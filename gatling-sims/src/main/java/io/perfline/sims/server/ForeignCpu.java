package io.perfline.sims.server;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

/**
 * How much of this machine's CPU is used by what is neither this process, nor one that it started,
 * nor a server of the run. A hypervisor's share (steal) is somebody else's too.
 */
public final class ForeignCpu {

  private static final double MILLIS = 1e3;

  private static final List<TickType> BUSY =
      List.of(
          TickType.USER,
          TickType.NICE,
          TickType.SYSTEM,
          TickType.IRQ,
          TickType.SOFTIRQ,
          TickType.STEAL);

  private final CentralProcessor processor = new SystemInfo().getHardware().getProcessor();
  private final Supplier<Collection<ProcessHandle>> servers;
  private final Map<Long, Duration> own = new HashMap<>();

  /**
   * @param servers those of the run that live now
   */
  public ForeignCpu(Supplier<Collection<ProcessHandle>> servers) {
    this.servers = servers;
  }

  /** CPU seconds that others have used; only the difference of two readings means something. */
  public double seconds() {
    long[] ticks = processor.getSystemCpuLoadTicks();
    Stream.of(
            Stream.of(ProcessHandle.current()),
            ProcessHandle.current().descendants(),
            servers.get().stream())
        .flatMap(processes -> processes)
        .forEach(
            process ->
                process.info().totalCpuDuration().ifPresent(used -> own.put(process.pid(), used)));
    long ours = own.values().stream().mapToLong(Duration::toMillis).sum();
    long busy = BUSY.stream().mapToLong(type -> ticks[type.getIndex()]).sum();
    return (busy - ours) / MILLIS;
  }

  public int cores() {
    return processor.getLogicalProcessorCount();
  }
}
