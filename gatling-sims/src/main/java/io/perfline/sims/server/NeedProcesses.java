package io.perfline.sims.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A server that runs as a process with its descendants. */
public final class NeedProcesses implements NeedResources {

  private static final String RESIDENT = "Pss:";
  private static final long KIB = 1024;

  private final ProcessHandle root;
  private final ProcessTreeCpu cpu;

  public NeedProcesses(ProcessHandle root) {
    this.root = root;
    cpu = new ProcessTreeCpu(root);
  }

  @Override
  public Double microseconds() {
    return cpu.microseconds();
  }

  @Override
  public OptionalLong residentBytes() {
    long sum = 0;
    for (ProcessHandle one : processes().toList()) {
      OptionalLong bytes = residentBytes(one.pid());
      if (bytes.isEmpty() && one.isAlive()) {
        return OptionalLong.empty();
      }
      sum += bytes.orElse(0);
    }
    return sum == 0 ? OptionalLong.empty() : OptionalLong.of(sum);
  }

  private static OptionalLong residentBytes(long pid) {
    Path file = Path.of("/proc", Long.toString(pid), "smaps_rollup");
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(RESIDENT))
          .mapToLong(line -> KIB * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst();
    } catch (IOException | UncheckedIOException unknown) {
      return OptionalLong.empty();
    }
  }

  @Override
  public Stream<ProcessHandle> processes() {
    return Stream.concat(Stream.of(root), root.descendants());
  }
}
