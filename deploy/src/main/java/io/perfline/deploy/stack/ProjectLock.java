package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Lets only one command at a time start servers and measure in a checkout, because two would end
 * each other's servers and disturb each other's measurements. The operating system releases the
 * lock if the command dies; the next command then ends the processes that it left running.
 */
public final class ProjectLock implements AutoCloseable {

  private static final String STACK = "stack-of-this-run";

  private final Path home;
  private final FileChannel file;

  private ProjectLock(Path home, FileChannel file) {
    this.home = home;
    this.file = file;
  }

  /**
   * Takes the lock of a project without waiting, and ends the processes that a killed command left
   * running.
   *
   * @param home the project's folder
   * @param command the command that takes the lock, such as {@code perf ci, run runs/one}
   * @param out the writer for messages about ended processes
   * @throws Fault (exit code 3) that names the other command, if there is one
   */
  public static ProjectLock take(Path home, String command, PrintWriter out)
      throws InterruptedException {
    Path folder = home.resolve(".perf");
    try {
      leaveOutOfGit(folder);
      FileChannel file =
          FileChannel.open(
              folder.resolve("lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      if (!isOurs(file)) {
        String holder = Files.readString(folder.resolve("lock")).strip();
        file.close();
        throw Fault.noVerdict(
            "another command measures in %s (%s), and two would disturb each other: wait until it has ended"
                .formatted(home.toAbsolutePath().normalize(), holder));
      }
      ProjectLock lock = new ProjectLock(home, file);
      try {
        lock.write("%s, process %d".formatted(command, ProcessHandle.current().pid()));
        cleanUp(home, out);
        StartedProcesses.rememberIn(folder.resolve("processes"));
        return lock;
      } catch (IOException | InterruptedException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw Fault.noVerdict("cannot lock the project in " + folder, e);
    }
  }

  /** Creates a folder that git ignores, so that results do not count as uncommitted changes. */
  public static void leaveOutOfGit(Path folder) throws IOException {
    Path ignored = Files.createDirectories(folder).resolve(".gitignore");
    if (!Files.exists(ignored)) {
      Files.writeString(ignored, "*\n");
    }
  }

  private static boolean isOurs(FileChannel file) throws IOException {
    try {
      FileLock lock = file.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException inThisProcess) {
      return false;
    }
  }

  private void write(String holder) throws IOException {
    file.truncate(0);
    file.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
  }

  private static void cleanUp(Path home, PrintWriter out) throws IOException, InterruptedException {
    List<Long> ended = StartedProcesses.endLeftIn(home.resolve(".perf/processes"));
    if (!ended.isEmpty()) {
      out.printf(
          "ended what an interrupted command had left running: process %s%n",
          ended.stream().map(String::valueOf).collect(Collectors.joining(", ")));
      out.flush();
    }
    if (Files.exists(stackMark(home))) {
      out.println("stopping the servers that an interrupted command had left running");
      new StackStage(home, Map.of(), out).down();
    }
  }

  /**
   * Records that the local stack runs only for this command. If the command is killed, the next one
   * stops the stack.
   */
  public void ownStack() {
    try {
      PrivateFiles.directory(StackDirectory.of(home).path());
      Files.writeString(stackMark(home), "");
    } catch (IOException e) {
      throw Fault.noVerdict("cannot write " + stackMark(home), e);
    }
  }

  /** Records that the local stack has been stopped, or that the user wants it to keep running. */
  static void releaseStack(Path home) {
    try {
      Files.deleteIfExists(stackMark(home));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot delete " + stackMark(home), e);
    }
  }

  private static Path stackMark(Path home) {
    return StackDirectory.of(home).path().resolve(STACK);
  }

  @Override
  public void close() {
    StartedProcesses.rememberIn(null);
    try {
      file.truncate(0);
      file.close();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot unlock the project", e);
    }
  }
}
