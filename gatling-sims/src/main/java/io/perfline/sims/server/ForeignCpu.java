package io.perfline.sims.server;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

/**
 * The CPU time of this machine that is used by processes other than this one, its child processes,
 * the servers of the run, and servers on this machine that the service uses, such as a database.
 * CPU time that the hypervisor withholds (steal) is included.
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
  private final Supplier<Map<ProcessHandle, String>> used;
  private final Map<ProcessHandle, UsedServer> ofUsed = new LinkedHashMap<>();
  private final ProcessTreeCpu own = new ProcessTreeCpu(ProcessHandle.current());
  private final Map<Long, Double> ofServers = new HashMap<>();

  /**
   * A server that the service uses, from when it was first seen.
   *
   * @param before its CPU time until then, in microseconds
   * @param counted the part of it that counted already, as that of servers of the run
   * @param since the value of {@link System#nanoTime} then
   */
  private record UsedServer(
      String name, ProcessTreeCpu tree, double before, double counted, long since) {

    double microseconds() {
      return tree.microseconds() - before;
    }
  }

  /**
   * @param servers returns the running servers of the run
   */
  public ForeignCpu(Supplier<Collection<ProcessHandle>> servers) {
    this(servers, Map::of);
  }

  /**
   * @param servers returns the running servers of the run
   * @param used returns the servers on this machine that the service uses, with names for users
   */
  public ForeignCpu(
      Supplier<Collection<ProcessHandle>> servers, Supplier<Map<ProcessHandle, String>> used) {
    this.servers = servers;
    this.used = used;
  }

  /** Returns the CPU time of other processes in seconds; only differences are meaningful. */
  public double seconds() {
    long[] ticks = processor.getSystemCpuLoadTicks();
    double ours = own.microseconds() + microsecondsOfServers();
    long busy = BUSY.stream().mapToLong(type -> ticks[type.getIndex()]).sum();
    return busy / MILLIS - ours / MICROS;
  }

  /** Returns the CPU time of all servers outside of this process's tree, each counted once. */
  double microsecondsOfServers() {
    for (ProcessHandle server : servers.get()) {
      Double now = ProcessTreeCpu.microseconds(server.pid());
      if (now != null) {
        ofServers.put(server.pid(), now);
      }
    }
    used.get().forEach(this::use);
    ofServers
        .keySet()
        .removeIf(
            pid ->
                own.contains(pid)
                    || ofUsed.values().stream().anyMatch(it -> it.tree.contains(pid)));
    return ofUsed.values().stream().mapToDouble(it -> it.microseconds() + it.counted).sum()
        + ofServers.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private void use(ProcessHandle process, String name) {
    if (!own.contains(process.pid()) && !ofServers.containsKey(process.pid())) {
      ofUsed.computeIfAbsent(
          process,
          root -> {
            ProcessTreeCpu tree = new ProcessTreeCpu(root);
            double now = tree.microseconds();
            double counted =
                ofServers.entrySet().stream()
                    .filter(server -> tree.contains(server.getKey()))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
            return new UsedServer(name, tree, now, counted, System.nanoTime());
          });
    }
  }

  /**
   * Returns the shares of this machine's CPU, from 0 to 1, that servers used since they were first
   * seen to serve the service, by their names.
   */
  public Map<String, Double> used() {
    Map<String, Double> shares = new LinkedHashMap<>();
    ofUsed
        .values()
        .forEach(
            server ->
                shares.put(
                    server.name(),
                    server.microseconds()
                        / ((System.nanoTime() - server.since()) / 1e3)
                        / cores()));
    return shares;
  }

  public int cores() {
    return processor.getLogicalProcessorCount();
  }
}
