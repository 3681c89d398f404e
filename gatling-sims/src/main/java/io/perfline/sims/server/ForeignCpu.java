package io.perfline.sims.server;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

/**
 * The CPU time of this machine that is used by processes other than this one, its child processes,
 * and the servers of the run. CPU time that the hypervisor withholds (steal) is included.
 */
public final class ForeignCpu {

  private static final double MILLIS = 1e3;
  private static final double MICROS = 1e6;

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
  private final ProcessTreeCpu own = new ProcessTreeCpu(ProcessHandle.current());
  private final Map<Long, Double> ofServers = new HashMap<>();

  /**
   * @param servers returns the running servers of the run
   */
  public ForeignCpu(Supplier<Collection<ProcessHandle>> servers) {
    this.servers = servers;
  }

  /** Returns the CPU time of other processes in seconds; only differences are meaningful. */
  public double seconds() {
    long[] ticks = processor.getSystemCpuLoadTicks();
    double ours = own.microseconds();
    for (ProcessHandle server : servers.get()) {
      Double used = ProcessTreeCpu.microseconds(server.pid());
      if (used != null) {
        ofServers.put(server.pid(), used);
      }
    }
    ofServers.keySet().removeIf(own::contains);
    ours += ofServers.values().stream().mapToDouble(Double::doubleValue).sum();
    long busy = BUSY.stream().mapToLong(type -> ticks[type.getIndex()]).sum();
    return busy / MILLIS - ours / MICROS;
  }

  public int cores() {
    return processor.getLogicalProcessorCount();
  }
}
