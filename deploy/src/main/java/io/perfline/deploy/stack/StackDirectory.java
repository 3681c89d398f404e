package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.StateFolder;
import io.perfline.deploy.process.PrivateFiles;
import io.perfline.deploy.process.RunningProcess;
import io.perfline.deploy.process.Secret;
import io.perfline.deploy.process.ServiceProcess;
import io.perfline.deploy.server.Part;
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
 * The state of the local stack in {@code .perf/stack}: the stack's variables, and a directory for
 * each part, which also records its process. Only the owner can read them.
 */
public record StackDirectory(Path path) {

  /** The part with the history, which is kept when the stack is stopped. */
  static final String HISTORY = "influxdb";

  private static final String PROCESS = "process";
  private static final String SETTINGS = "settings";

  static StackDirectory of(Path home) {
    return new StackDirectory(StateFolder.STACK.in(home));
  }

  /** Returns the running processes of the local stack by the names of their parts. */
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

  /** Returns the last lines of a part's log in the local stack, with the log's path. */
  public static String lastLines(Path home, String part) {
    return ServiceProcess.lastLines(of(home).of(part).resolve("logs/out.log"));
  }

  /**
   * Returns the line of the local stack's Tomcat's logs that contains the reason of a failure, if
   * any.
   */
  public static Optional<String> reasonOfTomcat(Path home) {
    return ServiceProcess.reasonOfTomcat(of(home).of("tomcat").resolve("logs"));
  }

  Path of(String part) {
    return path.resolve(part);
  }

  /** Returns the names of all parts that have ever been started, including stopped ones. */
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

  /** Returns the running process of a part; empty if it was not started or has died. */
  Optional<RunningProcess> process(String part) {
    return text(of(part).resolve(PROCESS)).flatMap(RunningProcess::parse);
  }

  /** Returns whether a part was started and has not been stopped since. */
  boolean isStarted(String part) {
    return Files.exists(of(part).resolve(PROCESS));
  }

  /** Returns whether a part was started with the same environment variables. */
  boolean hasSettings(Part part) {
    return text(of(part.name()).resolve(SETTINGS)).filter(settings(part)::equals).isPresent();
  }

  void started(Part part, RunningProcess process) {
    try {
      PrivateFiles.write(of(part.name()).resolve(PROCESS), process.toString());
      PrivateFiles.write(of(part.name()).resolve(SETTINGS), settings(part));
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot record the process of %s in %s".formatted(part.name(), path), e);
    }
  }

  /** Forgets the process of a part that has ended. */
  void ended(String part) throws IOException {
    Files.deleteIfExists(of(part).resolve(PROCESS));
    Files.deleteIfExists(of(part).resolve(SETTINGS));
  }

  /** Deletes all files of a part except its logs. The history is never deleted. */
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

  /** Returns a digest of a part's environment variables, which may contain secrets. */
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
