package io.perfline.deploy.process;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Starts services and servers. Each one that the command with the lock of the project started is
 * recorded in a file, so that the next command can end it if this one is killed.
 */
public final class StartedProcesses {

  /** The folder of these files; null while this process doesn't have the lock. */
  private static volatile Path folder;

  /** True as soon as this command ends all processes, after which it starts none. */
  private static boolean ending;

  private StartedProcesses() {}

  /** Sets the folder in which started processes are recorded from now on; null for no records. */
  public static void rememberIn(Path directory) {
    folder = directory;
  }

  /**
   * Starts a process, and records it before another thread can end all of them.
   *
   * @throws Fault (exit code 3) if this command is being ended, or the process can't be recorded
   */
  public static synchronized Process start(ProcessBuilder builder) throws IOException {
    if (ending) {
      throw Fault.noVerdict("this command is being ended, so it starts no further process");
    }
    Process process = builder.start();
    record(process.pid());
    return process;
  }

  private static void record(long pid) {
    Path directory = folder;
    Optional<RunningProcess> process =
        directory == null ? Optional.empty() : RunningProcess.of(pid);
    if (process.isPresent()) {
      try {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(Long.toString(pid)), process.get().toString());
      } catch (IOException e) {
        throw Fault.noVerdict("cannot record process %d in %s".formatted(pid, directory), e);
      }
    }
  }

  public static void ended(long pid) {
    Path directory = folder;
    if (directory != null) {
      delete(directory.resolve(Long.toString(pid)));
    }
  }

  /**
   * Ends all recorded processes of this command that still run, with their descendants. From then
   * on it starts no process.
   */
  public static void endAll() throws InterruptedException {
    stopStarting();
    Path directory = folder;
    if (directory != null) {
      endLeftIn(directory);
    }
  }

  /** Refuses to start processes from now on, and returns when none is being started. */
  public static synchronized void stopStarting() {
    ending = true;
  }

  /**
   * Ends the processes that a killed command left running, and all their descendants. A recorded
   * process is ended only if its start time still matches.
   *
   * @return the ids of the recorded processes that were ended, without descendants
   */
  public static List<Long> endLeftIn(Path directory) throws InterruptedException {
    List<Path> files;
    try (Stream<Path> entries = Files.list(directory)) {
      files =
          entries.sorted(Comparator.comparingLong(StartedProcesses::startTime).reversed()).toList();
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + directory, e);
    }
    Stream.Builder<Long> ended = Stream.builder();
    for (Path file : files) {
      Optional<RunningProcess> left = RunningProcess.parse(text(file));
      if (left.isPresent()) {
        List<RunningProcess> below =
            ProcessHandle.of(left.get().pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .flatMap(process -> RunningProcess.of(process.pid()).stream())
                .toList();
        left.get().end(RunningProcess.GRACE);
        for (RunningProcess process : below) {
          process.end(RunningProcess.GRACE);
        }
        ended.add(left.get().pid());
      }
      delete(file);
    }
    return ended.build().toList();
  }

  /** Returns the start time of a recorded process: later ones may use earlier ones. */
  private static long startTime(Path file) {
    String text = text(file).strip();
    return text.matches("\\d{1,18} \\d{1,18}") ? Long.parseLong(text.split(" ")[1]) : 0;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + file, e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot delete " + file, e);
    }
  }
}
