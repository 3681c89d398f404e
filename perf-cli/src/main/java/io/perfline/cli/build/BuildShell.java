package io.perfline.cli.build;

import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import io.perfline.deploy.process.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Runs the commands of a build one by one. No process remains when it is closed or interrupted. */
public final class BuildShell implements AutoCloseable {

  /**
   * The exit codes of commands that SIGHUP, SIGINT and SIGTERM ended. Others above 128 are
   * failures, such as 255 of a script or 137 of a process that the kernel killed.
   */
  private static final Set<Integer> INTERRUPTED = Set.of(129, 130, 143);

  private final Runnable afterwards;
  private final ShutdownHook hook;
  private Process running;
  private boolean interrupted;

  /**
   * @param afterwards removes the temporary files of a build; called once
   */
  public BuildShell(Runnable afterwards) {
    this.afterwards = afterwards;
    hook = ShutdownHook.of("perfline-build-interrupted", this::interrupted);
  }

  /**
   * Runs a command. Its output becomes output of this process.
   *
   * @throws CommandFailure if it fails
   * @throws Fault exit code 3 if it can't be started
   * @throws InterruptedException if it was interrupted, so it is unknown whether it fails
   */
  public void run(Path folder, String... command) throws InterruptedException {
    run(folder, "'%s'".formatted(String.join(" ", command)), List.of(command));
  }

  /** Runs the shell command that builds a service, like {@link #run}. */
  public void build(Path folder, String command) throws InterruptedException {
    String name = "the build '%s' ('build' in perf.yml)".formatted(command);
    run(folder, name, List.of("sh", "-c", command));
  }

  private void run(Path folder, String name, List<String> command) throws InterruptedException {
    int code;
    try {
      code = start(folder, command).waitFor();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot start %s in %s: %s".formatted(name, folder, e), e);
    } finally {
      end();
    }
    if (code != 0 && (isInterrupted() || INTERRUPTED.contains(code))) {
      throw new InterruptedException("%s was interrupted: exit code %d".formatted(name, code));
    }
    if (code != 0) {
      throw new CommandFailure(
          "%s failed in %s with exit code %d: its message is above".formatted(name, folder, code));
    }
  }

  private synchronized Process start(Path folder, List<String> command)
      throws IOException, InterruptedException {
    if (interrupted) {
      throw new InterruptedException("the build was interrupted");
    }
    running = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start();
    return running;
  }

  private synchronized boolean isInterrupted() {
    return interrupted;
  }

  private synchronized void interrupted() {
    interrupted = true;
    end();
    afterwards.run();
  }

  private synchronized void end() {
    if (running != null) {
      ServiceProcess.end(running);
    }
  }

  @Override
  public void close() {
    if (hook.cancel()) { // otherwise the shutdown hook removes the files
      afterwards.run();
    }
  }
}
