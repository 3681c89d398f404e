package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.sims.engine.SliceMeasurement;
import io.perfline.sims.engine.Slices;
import java.time.Duration;
import java.util.List;

/**
 * A driver with perfline's engine, which records every message.
 *
 * @param name the name in messages
 * @param index the index of its connector in {@code slices}
 * @param cpu the CPU time of the servers that it loads
 */
record EngineContender(String name, Slices slices, int index, ServerCpu cpu) implements Contender {

  /** The duration of an uncounted slice that reopens connections closed as idle. */
  private static final Duration WAKING = Duration.ofMillis(200);

  @Override
  public Sample run(Duration length) throws InterruptedException {
    slices.run(index, WAKING, index);
    Duration before = cpu.used();
    SliceMeasurement slice = slices.run(index, length, index);
    Duration used = cpu.used().minus(before);
    if (slice.errorCount() > 0 || slice.requests() == 0) {
      throw Fault.noVerdict(
          "%s: %d requests succeeded, errors: %s"
              .formatted(name, slice.requests(), slice.errors()));
    }
    return new Sample(
        slice.messages(),
        slice.seconds(),
        slice.responseTime().percentileUs(50) / 1e3,
        slice.responseTime().percentileUs(99) / 1e3,
        used.toNanos() / 1e9);
  }

  record ServerCpu(List<Long> pids) {

    ServerCpu {
      pids = List.copyOf(pids);
    }

    static ServerCpu of(Long... pids) {
      return new ServerCpu(List.of(pids));
    }

    /** Returns the CPU time of all processes together, in steps of 10 ms on Linux. */
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
