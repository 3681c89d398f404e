package io.perfline.sims.server;

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
 * The CPU time of a JVM's JIT compiler, from Linux's table of threads. After a deployment the
 * compiler uses as much CPU as the load, in bursts that differ from one deployment of a build to
 * the next.
 */
final class CompilerThreads {

  private static final double NANOS_PER_MICRO = 1e3;

  /** The names of compiler threads in HotSpot, GraalVM and OpenJ9, as truncated by Linux. */
  private static final Set<String> NAMES =
      Set.of("C1 CompilerThre", "C2 CompilerThre", "JVMCI CompilerT", "JIT Compilation");

  private final long pid;
  private final Path tasks;
  private final Set<String> known = new HashSet<>();
  private final Map<String, Double> used = new HashMap<>();

  /** Reads the threads of process {@code pid}. */
  CompilerThreads(long pid) {
    this.pid = pid;
    tasks = Path.of("/proc", Long.toString(pid), "task");
  }

  /**
   * Returns the process's CPU time without its compiler, in microseconds; null if the process has
   * ended.
   */
  Double microsecondsOfOthers() {
    Double process = ProcessTreeCpu.microseconds(pid);
    return process == null ? null : (Double) (process - microseconds());
  }

  /**
   * Returns the CPU time of the compiler threads so far, in microseconds, including threads that
   * have ended; 0 if the table cannot be read.
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
      // The process has ended, so the last values count.
    }
    used.replaceAll((id, before) -> Math.max(before, nanos(id) / NANOS_PER_MICRO));
    return used.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Returns the CPU time of a thread in nanoseconds, which is the first number of the file. */
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
