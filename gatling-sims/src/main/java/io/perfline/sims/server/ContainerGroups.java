package io.perfline.sims.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The containers of a need on this machine, by their control groups of version 2. The folder of
 * such a group contains the container's id in its name.
 */
public final class ContainerGroups implements NeedResources {

  private static final Path ROOT = Path.of("/sys/fs/cgroup");

  /** The depth at which Docker and Podman, also without root, create the groups of containers. */
  private static final int DEPTH = 8;

  private final List<Optional<Path>> groups = new ArrayList<>();

  /**
   * @param containers the ids of the containers
   */
  public ContainerGroups(List<String> containers) {
    this(ROOT, containers);
  }

  ContainerGroups(Path root, List<String> containers) {
    containers.forEach(id -> groups.add(find(root, id)));
  }

  private static Optional<Path> find(Path root, String id) {
    try (Stream<Path> all = Files.walk(root, DEPTH)) {
      return all.filter(path -> path.getFileName().toString().contains(id))
          .filter(path -> Files.exists(path.resolve("cpu.stat")))
          .findFirst();
    } catch (IOException | UncheckedIOException unknown) {
      return Optional.empty();
    }
  }

  @Override
  public Double microseconds() {
    OptionalLong sum =
        sum(
            group ->
                lines(group.resolve("cpu.stat"))
                    .filter(line -> line.startsWith("usage_usec "))
                    .map(line -> line.substring("usage_usec ".length()))
                    .findFirst());
    return sum.isEmpty() ? null : (Double) (double) sum.getAsLong();
  }

  @Override
  public OptionalLong residentBytes() {
    return sum(group -> lines(group.resolve("memory.current")).findFirst());
  }

  /** Adds up a number of all groups; empty if one of them is unknown, or if there are none. */
  private OptionalLong sum(Function<Path, Optional<String>> number) {
    long sum = 0;
    for (Optional<Path> group : groups) {
      Optional<String> one = group.flatMap(number).map(String::strip);
      if (one.isEmpty() || !one.get().matches("\\d{1,18}")) {
        return OptionalLong.empty();
      }
      sum += Long.parseLong(one.get());
    }
    return groups.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sum);
  }

  @Override
  public Stream<ProcessHandle> processes() {
    return groups.stream()
        .flatMap(Optional::stream)
        .flatMap(group -> lines(group.resolve("cgroup.procs")))
        .filter(line -> line.matches("\\d{1,18}"))
        .flatMap(line -> ProcessHandle.of(Long.parseLong(line)).stream());
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException unknown) {
      return Stream.empty();
    }
  }
}
