package io.perfline.sims.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Reads the memory of a local process and its children. Only Linux reports peaks. */
record ProcessMemory(ProcessHandle process) implements MemoryMeter {

  private static final String PEAK = "VmHWM:";
  private static final long KIB = 1024;

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public Long liveSet() {
    return null;
  }

  @Override
  public Long heapPeak() {
    return null;
  }

  @Override
  public Long peak() {
    List<Long> peaks =
        Stream.concat(Stream.of(process), process.descendants())
            .map(one -> peak(one.pid()))
            .filter(Objects::nonNull)
            .toList();
    return peaks.isEmpty() ? null : (Long) peaks.stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the largest resident set of one process, in bytes; null if unknown. */
  static Long peak(long pid) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith(PEAK))
          .map(line -> KIB * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(null);
    } catch (IOException | UncheckedIOException unknown) {
      return null;
    }
  }
}
