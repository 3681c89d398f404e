package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.StateFolder;
import io.perfline.deploy.process.PrivateFiles;
import io.perfline.deploy.process.StartedProcesses;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Lets only one command at a time build baselines, start servers and measure in a checkout, because
 * two would delete each other's builds, end each other's servers and disturb each other's
 * measurements. The operating system releases the lock if the command dies; the next command then
 * ends the processes that it left running.
 */
public final class ProjectLock implements AutoCloseable {

  private static final String STACK = "stack-of-this-run";

  private final Path home;
  private final List<FileChannel> files = new ArrayList<>();

  private ProjectLock(Path home) {
    this.home = home;
  }

  /** Takes the lock of a folder that contains the project. */
  public static ProjectLock take(Path home, String command, PrintWriter out)
      throws InterruptedException {
    return take(home, home, command, out);
  }

  /**
   * Takes the locks of the folder in which the command works and of the project, without waiting,
   * and ends the processes that a killed command left running there.
   *
   * @param home the folder in which the command works
   * @param project the project's folder, which may be another one
   * @param command the command that takes the lock, such as {@code perfline ci, run runs/one}
   * @param out the writer for messages about ended processes
   * @throws Fault (exit code 3) that names the other command, if there is one
   */
  public static ProjectLock take(Path home, Path project, String command, PrintWriter out)
      throws InterruptedException {
    ProjectLock lock = new ProjectLock(home);
    try {
      lock.add(home, command, out);
      if (!Files.isSameFile(home, project)) {
        lock.add(project, command, out);
      }
      StartedProcesses.rememberIn(StateFolder.PROCESSES.in(home));
      return lock;
    } catch (IOException e) {
      lock.close();
      throw Fault.noVerdict("cannot lock the project in " + project, e);
    } catch (InterruptedException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private void add(Path folder, String command, PrintWriter out)
      throws IOException, InterruptedException {
    Path path = StateFolder.LOCK.in(folder);
    FileTree.leaveOutOfGit(path.getParent());
    FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (!isOurs(file)) {
      String holder = Files.readString(path).strip();
      file.close();
      throw Fault.noVerdict(
          "another command measures in %s (%s), and two would disturb each other: wait until it has ended"
              .formatted(folder.toAbsolutePath().normalize(), holder));
    }
    files.add(file);
    file.truncate(0);
    String holder = "%s, process %d".formatted(command, ProcessHandle.current().pid());
    file.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
    cleanUp(folder, out);
  }

  private static boolean isOurs(FileChannel file) throws IOException {
    try {
      FileLock lock = file.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException inThisProcess) {
      return false;
    }
  }

  private static void cleanUp(Path home, PrintWriter out) throws IOException, InterruptedException {
    List<Long> ended = StartedProcesses.endLeftIn(StateFolder.PROCESSES.in(home));
    if (!ended.isEmpty()) {
      out.printf(
          "ended what an interrupted command had left running: process %s%n",
          ended.stream().map(String::valueOf).collect(Collectors.joining(", ")));
      out.flush();
    }
    Teardowns.runLeft(home, out);
    FileTree.delete(StateFolder.NEEDS.in(home));
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
      for (FileChannel file : files) {
        file.truncate(0);
        file.close();
      }
    } catch (IOException e) {
      throw Fault.noVerdict("cannot unlock the project", e);
    }
  }
}
