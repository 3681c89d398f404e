package io.perfline.sims.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The CPU of processes on this machine. Not thread-safe. */
public final class CpuWatch {

  /** The name of the generator's own process. */
  public static final String GENERATOR = "generator";

  private final Map<String, ProcessHandle> processes;
  private final Map<String, Duration> before = new HashMap<>();
  private final int cores = Runtime.getRuntime().availableProcessors();
  private long looked = System.nanoTime();

  /**
   * @param processes what to watch, by name
   */
  public CpuWatch(Map<String, ProcessHandle> processes) {
    this.processes = new TreeMap<>(processes);
    shares();
  }

  /** The generator, this process, and others. */
  public static CpuWatch withGenerator(Map<String, ProcessHandle> others) {
    Map<String, ProcessHandle> all = new HashMap<>(others);
    all.put(GENERATOR, ProcessHandle.current());
    return new CpuWatch(all);
  }

  /** What is watched. */
  public List<String> names() {
    return List.copyOf(processes.keySet());
  }

  /**
   * The share of the machine that each process used since the last call, 0 to 1 (1 = all cores);
   * nothing of a process that is gone or that the system doesn't tell about.
   */
  public Map<String, Double> shares() {
    long now = System.nanoTime();
    double possible = Math.max(1, now - looked) * (double) cores;
    looked = now;
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
