package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The state of the local stack between two commands, in {@code .perf/stack}: a directory for each
 * part with its process, and the variables. Only their owner can read them.
 */
public record StackDirectory(Path path) {

  /** The part with the history, which outlives the stack. */
  static final String HISTORY = "influxdb";

  private static final String PROCESS = "process";
  private static final String SETTINGS = "settings";

  static StackDirectory of(Path home) {
    return new StackDirectory(home.resolve(".perf/stack"));
  }

  /** Returns the living processes of the local stack, by the parts' names. */
  public static Map<String, ProcessHandle> processes(Path home) {
    StackDirectory stack = of(home);
    Map<String, ProcessHandle> processes = new TreeMap<>();
    for (String part : stack.parts()) {
      stack
          .process(part)
          .flatMap(process -> ProcessHandle.of(process.pid()))
          .ifPresent(process -> processes.put(part, process));
    }
    return processes;
  }

  /** Describes how the log of a part of the local stack ends. */
  public static String lastLines(Path home, String part) {
    return ServiceProcess.lastLines(of(home).of(part).resolve("logs/out.log"));
  }

  Path of(String part) {
    return path.resolve(part);
  }

  /** Returns every part that was ever started, including the remains of those that were stopped. */
  List<String> parts() {
    try (Stream<Path> entries = Files.list(path)) {
      return entries
          .filter(Files::isDirectory)
          .map(directory -> directory.getFileName().toString())
          .sorted()
          .toList();
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + path, e);
    }
  }

  /** Returns the living process of a part that was started. */
  Optional<RunningProcess> process(String part) {
    return text(of(part).resolve(PROCESS)).flatMap(RunningProcess::parse);
  }

  /** Returns whether a part was started and not stopped since. */
  boolean isStarted(String part) {
    return Files.exists(of(part).resolve(PROCESS));
  }

  /** Returns whether a part was started with these settings. */
  boolean hasSettings(Part part) {
    return text(of(part.name()).resolve(SETTINGS)).filter(settings(part)::equals).isPresent();
  }

  void started(Part part, RunningProcess process) {
    try {
      PrivateFiles.write(of(part.name()).resolve(PROCESS), process.toString());
      PrivateFiles.write(of(part.name()).resolve(SETTINGS), settings(part));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot note the process of %s in %s".formatted(part.name(), path), e);
    }
  }

  /** Forgets the process of a part that has ended. */
  void ended(String part) throws IOException {
    Files.deleteIfExists(of(part).resolve(PROCESS));
    Files.deleteIfExists(of(part).resolve(SETTINGS));
  }

  /** Deletes all of a part but its logs and the history. */
  void deleteData(String part) throws IOException {
    if (part.equals(HISTORY)) {
      return;
    }
    try (Stream<Path> entries = Files.list(of(part))) {
      for (Path entry : entries.toList()) {
        if (!entry.getFileName().toString().startsWith("logs")) {
          FileTree.delete(entry);
        }
      }
    }
  }

  /** Returns a digest, because the variables of a process may contain secrets. */
  private static String settings(Part part) {
    return Secret.digest(new TreeMap<>(part.variables()).toString());
  }

  private static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + file, e);
    }
  }
}
