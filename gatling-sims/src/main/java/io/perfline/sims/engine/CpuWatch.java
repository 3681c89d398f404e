package io.perfline.sims.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Measures the CPU of processes on this machine. Not thread-safe. */
public final class CpuWatch {

  /** The name of the generator's own process. */
  public static final String GENERATOR = "generator";

  private final Map<String, ProcessHandle> processes;
  private final Map<String, Duration> before = new HashMap<>();
  private final int cores = Runtime.getRuntime().availableProcessors();
  private long lastCall = System.nanoTime();

  public CpuWatch(Map<String, ProcessHandle> processes) {
    this.processes = new TreeMap<>(processes);
    shares();
  }

  /** Creates a watch of this process, the generator, and other processes by name. */
  public static CpuWatch withGenerator(Map<String, ProcessHandle> others) {
    Map<String, ProcessHandle> all = new HashMap<>(others);
    all.put(GENERATOR, ProcessHandle.current());
    return new CpuWatch(all);
  }

  public List<String> names() {
    return List.copyOf(processes.keySet());
  }

  /**
   * Returns the share of the machine's CPU that each process used since the last call, from 0 to 1
   * (all cores). Processes that have ended, or whose CPU time is unknown, are left out.
   */
  public Map<String, Double> shares() {
    long now = System.nanoTime();
    double possible = Math.max(1, now - lastCall) * (double) cores;
    lastCall = now;
    Map<String, Double> shares = new TreeMap<>();
    processes.forEach(
        (name, process) ->
            process
                .info()
                .totalCpuDuration()
                .ifPresent(
                    used -> {
                      Duration last = before.put(name, used);
                      if (last != null) {
                        shares.put(name, used.minus(last).toNanos() / possible);
                      }
                    }));
    return shares;
  }
}
