package io.perfline.cli.mcp;

import io.perfline.core.command.Fault;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A command of perfline in a process of its own. A shell between both ends the command as soon as
 * its own standard input ends, so that the command ends even if this process is killed.
 */
final class RunningCommand {

  /** A load and its servers need up to half a minute to end by themselves. */
  private static final Duration END = Duration.ofSeconds(45);

  private static final String SHELL =
      """
      exec 3<&0
      "$@" </dev/null 3<&- &
      child=$!
      { read -r _; kill -TERM "$child"; } <&3 3<&- 2>/dev/null &
      watch=$!
      exec 3<&-
      wait "$child"
      code=$?
      kill "$watch" 2>/dev/null
      exit "$code"
      """;

  private final String id;
  private final Process process;
  private final BoundedOutput output = new BoundedOutput();
  private final Thread reader;
  private final long started = System.nanoTime();
  private volatile boolean canceled;
  private volatile long seconds = -1;

  private RunningCommand(String id, Process process) {
    this.id = id;
    this.process = process;
    reader = new Thread(this::read, "output-of-" + id);
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts a command in a folder.
   *
   * @param id the name by which the client refers to it
   */
  static RunningCommand start(
      String id, LauncherScript launcher, Path folder, List<String> arguments) {
    List<String> command =
        new ArrayList<>(List.of("bash", "-c", SHELL, "bash", launcher.script().toString()));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    // An agent on a CI server has changed the working tree; perfline in CI measures the commit.
    builder.environment().remove("CI");
    try {
      return new RunningCommand(id, builder.start());
    } catch (IOException e) {
      throw Fault.noVerdict("cannot start %s: %s".formatted(launcher.script(), e), e);
    }
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.add(line);
      }
    } catch (IOException e) {
      output.add("the rest of the output can't be read: " + e);
    }
    seconds = elapsed();
  }

  String id() {
    return id;
  }

  BoundedOutput output() {
    return output;
  }

  boolean isRunning() {
    return process.isAlive() || reader.isAlive();
  }

  boolean isCanceled() {
    return canceled;
  }

  /** Returns the exit code of a command that has ended. */
  int exitCode() {
    return process.exitValue();
  }

  /** Returns the seconds since the start, or the seconds that it ran. */
  long seconds() {
    return seconds < 0 ? elapsed() : seconds;
  }

  private long elapsed() {
    return Duration.ofNanos(System.nanoTime() - started).toSeconds();
  }

  /** Waits until it has ended, but not longer than the given time. */
  void await(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    if (process.waitFor(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
      reader.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
    }
  }

  /** Ends it with all processes that it has started, and returns when none of them is left. */
  void cancel() throws InterruptedException {
    if (!isRunning()) {
      return;
    }
    canceled = true;
    List<ProcessHandle> started = process.descendants().toList();
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      process.destroy(); // the pipe is gone, so the shell has ended or is about to
    }
    boolean ended = process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS);
    Stream.concat(started.stream(), ended ? Stream.empty() : process.descendants())
        .forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    for (ProcessHandle one : started) {
      one.onExit().join();
    }
    process.waitFor();
    reader.join(END.toMillis());
  }
}
