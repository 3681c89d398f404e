package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import java.time.Duration;
import java.util.List;

/**
 * The CPU time of the servers' processes, as the system accounts it.
 *
 * @param pids their process ids
 */
record ServerCpu(List<Long> pids) {

  ServerCpu {
    pids = List.copyOf(pids);
  }

  static ServerCpu of(Long... pids) {
    return new ServerCpu(List.of(pids));
  }

  /** Used so far by all of them together; steps of 10 ms on Linux. */
  Duration used() {
    return pids.stream().map(ServerCpu::used).reduce(Duration.ZERO, Duration::plus);
  }

  private static Duration used(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElseThrow(() -> Fault.noVerdict("the server, process %d, is gone".formatted(pid)));
  }
}
