package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.sims.engine.SliceMeasurement;
import io.perfline.sims.engine.Slices;
import java.time.Duration;
import java.util.List;

/**
 * A driver of the engine, which records every message.
 *
 * @param name for messages
 * @param index which connector of {@code slices} it is
 * @param cpu of the servers that it loads
 */
record EngineContender(String name, Slices slices, int index, ServerCpu cpu) implements Contender {

  /**
   * The time of a first slice that does not count: it reopens connections that a server has closed
   * as idle.
   */
  private static final Duration WAKING = Duration.ofMillis(200);

  @Override
  public Sample run(Duration length) throws InterruptedException {
    slices.run(index, WAKING, index);
    Duration before = cpu.used();
    SliceMeasurement slice = slices.run(index, length, index);
    Duration used = cpu.used().minus(before);
    if (slice.errorCount() > 0 || slice.requests() == 0) {
      throw Fault.noVerdict(
          "%s: %d requests came back, errors: %s"
              .formatted(name, slice.requests(), slice.errors()));
    }
    return new Sample(
        slice.messages(),
        slice.seconds(),
        slice.response().getValueAtPercentile(50) / 1e3,
        slice.response().getValueAtPercentile(99) / 1e3,
        used.toNanos() / 1e9);
  }

  /**
   * The CPU time of the servers' processes.
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

    /** Returns the CPU time of all of them together, in steps of 10 ms on Linux. */
    Duration used() {
      return pids.stream().map(ServerCpu::used).reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration used(long pid) {
      return ProcessHandle.of(pid)
          .flatMap(process -> process.info().totalCpuDuration())
          .orElseThrow(() -> Fault.noVerdict("the server, process %d, is gone".formatted(pid)));
    }
  }
}
