package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.run.GeneratorCpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts a load tool and measures its CPU usage. */
final class WatchedLoad {

  private static final long PERIOD_MILLIS = 200;

  /** Programs whose load is not among their own descendants. */
  private static final Set<String> ELSEWHERE =
      Set.of("docker", "podman", "nerdctl", "kubectl", "ssh");

  private final Map<Long, Duration> used = new HashMap<>();
  private String elsewhere;

  /**
   * Runs {@code command} in a shell and waits until it ends.
   *
   * @return the share of the machine's CPU that the command and its descendants used, or how busy
   *     its busiest thread was, 0 to 1; the thread of a benchmark may be busy
   * @throws Fault (no verdict) if the exit code shows that {@code tool} didn't measure
   */
  double run(String command, LoadTool tool) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process process = new ProcessBuilder("sh", "-c", command).inheritIO().start();
    GeneratorCpu busy = new GeneratorCpu(process.toHandle());
    try {
      do {
        busy.read();
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).forEach(this::measure);
      } while (!process.waitFor(PERIOD_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
      throw e;
    }
    if (!tool.measured(process.exitValue())) {
      throw Fault.noVerdict(
          "--load: '%s' ended with %d, so it didn't measure; its message is above"
              .formatted(command, process.exitValue()));
    }
    double nanos = used.values().stream().mapToDouble(Duration::toNanos).sum();
    int cores = Runtime.getRuntime().availableProcessors();
    double share = Math.min(1, nanos / (System.nanoTime() - begin) / cores);
    return tool == LoadTool.JMH ? share : Math.max(share, busy.share());
  }

  /** Returns a started program that runs the load in a container or on another machine. */
  Optional<String> elsewhere() {
    return Optional.ofNullable(elsewhere);
  }

  private void measure(ProcessHandle one) {
    one.info()
        .command()
        .map(command -> Path.of(command).getFileName().toString())
        .filter(ELSEWHERE::contains)
        .ifPresent(program -> elsewhere = program);
    one.info().totalCpuDuration().ifPresent(cpu -> used.merge(one.pid(), cpu, WatchedLoad::more));
  }

  private static Duration more(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /**
   * Checks that the load wrote its results, so that those of an earlier load are not imported.
   *
   * @throws Fault (no verdict) with the name of a file that is missing or older than the load
   */
  static void requireNewer(List<Path> files, Instant began) throws IOException {
    for (Path file : files) {
      if (!Files.exists(file)
          || Files.getLastModifiedTime(file).toInstant().isBefore(began.minusSeconds(1))) {
        throw Fault.noVerdict("--load: the load didn't write " + file);
      }
    }
  }
}
