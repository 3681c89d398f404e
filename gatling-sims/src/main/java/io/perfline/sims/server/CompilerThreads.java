package io.perfline.sims.server;

import io.perfline.sims.server.ProcessMeter.ProcessCpu;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The CPU time of a JVM's JIT compiler, from Linux's table of threads. After a deployment the JIT
 * compiler uses as much of the processors as the load does, in bursts that differ from one
 * deployment of a build to the next.
 */
final class CompilerThreads {

  private static final double NANOS_PER_MICRO = 1e3;

  /** Names of compiler threads in HotSpot, GraalVM and OpenJ9, as Linux cuts them off. */
  private static final Set<String> NAMES =
      Set.of("C1 CompilerThre", "C2 CompilerThre", "JVMCI CompilerT", "JIT Compilation");

  private final long pid;
  private final Path tasks;
  private final Set<String> known = new HashSet<>();
  private final Map<String, Double> used = new HashMap<>();

  /** Looks at the threads of process {@code pid}. */
  CompilerThreads(long pid) {
    this.pid = pid;
    tasks = Path.of("/proc", Long.toString(pid), "task");
  }

  /** Returns the CPU time of the process without them, in microseconds; null when it has ended. */
  Double microsecondsOfOthers() {
    Double process = ProcessCpu.microseconds(pid);
    return process == null ? null : (Double) (process - microseconds());
  }

  /**
   * Returns their CPU time so far, in microseconds, that of ended ones included; 0 where the table
   * can't be read.
   */
  double microseconds() {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        String id = thread.getFileName().toString();
        if (known.add(id) && NAMES.stream().anyMatch(read(thread, "comm")::startsWith)) {
          used.put(id, 0.0);
        }
      }
    } catch (IOException ended) {
      // The last values count.
    }
    used.replaceAll((id, before) -> Math.max(before, nanos(id) / NANOS_PER_MICRO));
    return used.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The first number is the time on a processor. */
  private double nanos(String id) {
    return Stream.of(read(tasks.resolve(id), "schedstat").split(" ", -1))
        .limit(1)
        .filter(text -> !text.isEmpty())
        .mapToDouble(Double::parseDouble)
        .findFirst()
        .orElse(0);
  }

  private static String read(Path thread, String file) {
    try {
      return Files.readString(thread.resolve(file), StandardCharsets.UTF_8).strip();
    } catch (IOException ended) {
      return "";
    }
  }
}
