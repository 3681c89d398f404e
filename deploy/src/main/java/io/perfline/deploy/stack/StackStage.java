package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.environment.Variables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.deploy.process.PrivateFiles;
import io.perfline.deploy.process.RunningProcess;
import io.perfline.deploy.server.GrafanaPart;
import io.perfline.deploy.server.HostedService;
import io.perfline.deploy.server.Part;
import io.perfline.deploy.server.ReadinessProbe;
import io.perfline.deploy.server.TomcatPart;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Starts and stops the local stack, and prints its status. */
public record StackStage(Path home, Map<String, String> environment, PrintWriter out) {

  /** Creates the stage for the project and environment of this process. */
  public StackStage(PrintWriter out) {
    this(Homes.project().toAbsolutePath().normalize(), System.getenv(), out);
  }

  /**
   * Starts the servers that aren't running and waits until all needed ones answer.
   *
   * @param file the environment file whose servers are needed; null for that of the project, or
   *     local.yml if there is no project
   * @param with the names of additional servers that are needed
   * @param described the perf.yml whose service the Tomcat runs; null for the one in {@code home},
   *     if there is one
   * @throws Fault (exit code 2) if {@code with} contains an unknown name; (exit code 3) if a server
   *     does not start
   */
  public void up(Path file, Set<String> with, Path described) throws InterruptedException {
    Path here = home.resolve(Project.FILE);
    Path read = described == null && Files.isRegularFile(here) ? here : described;
    Project project = read == null ? null : ProjectFile.read(read);
    Optional<Path> needed = Optional.ofNullable(file).or(() -> servers(project));
    Set<String> names = new LinkedHashSet<>();
    needed.ifPresent(one -> names.addAll(LocalStack.needed(Environment.load(one, Map.of()))));
    for (String later : with) {
      if (!LocalStack.LATER.contains(later)) {
        throw Fault.configuration(
            "--with: unknown server '%s'; known: %s"
                .formatted(later, String.join(", ", LocalStack.LATER)));
      }
    }
    names.addAll(with);
    if (names.isEmpty()) {
      out.printf(
          "nothing to start: %s%n",
          needed.isPresent()
              ? needed.get() + " names servers that this stack doesn't run"
              : "the service of %s needs no servers; --environment FILE names some"
                  .formatted(read));
      return;
    }
    try (StackLock lock = StackLock.take(StackDirectory.of(home), out)) {
      lock.hold();
      new StackUp(home, environment, out, project).up(names);
    }
    out.printf("variables: %s%n", home.relativize(Variables.ofStack(home)));
  }

  /** Returns the environment file of a project; empty if its service needs no servers. */
  private Optional<Path> servers(Project project) {
    if (project == null) {
      return Optional.of(EnvironmentOption.ofLocalStack(home));
    }
    Path tomcat = project.service().war() == null ? null : EnvironmentOption.ofLocalTomcat(home);
    return Optional.ofNullable(project.environment()).or(() -> Optional.ofNullable(tomcat));
  }

  /**
   * Stops the servers that {@link #up} started.
   *
   * @return the printed lines of those servers that had to be killed
   */
  public List<String> down() throws InterruptedException {
    try (StackLock lock = StackLock.take(StackDirectory.of(home), out)) {
      lock.hold();
      List<String> killed = new StackDown(StackDirectory.of(home), out, new ArrayList<>()).down();
      ProjectLock.releaseStack(home);
      return killed;
    }
  }

  /** Prints the state of each server and returns whether all are up, not counting Grafana. */
  public boolean status() throws InterruptedException {
    return new StackStatus(home, environment, out).show();
  }

  /**
   * Stops the local stack: ends exactly the processes that {@code up} started.
   *
   * @param killed receives the lines of the servers that had to be killed
   */
  private record StackDown(StackDirectory stack, PrintWriter out, List<String> killed) {

    List<String> down() throws InterruptedException {
      List<String> parts = stack.parts().stream().filter(stack::isStarted).toList();
      if (parts.isEmpty()) {
        out.println("nothing is up");
      }
      try {
        // A recorder waits for stores that have ended, so Tomcat must end before the stores do.
        end(parts.stream().filter(TomcatPart.NAME::equals).toList());
        end(parts.stream().filter(part -> !part.equals(TomcatPart.NAME)).toList());
        StackVariables.delete(stack);
      } catch (IOException e) {
        throw Fault.noVerdict("cannot delete the data of the stack in " + stack.path(), e);
      }
      return killed;
    }

    private void end(List<String> parts) throws IOException, InterruptedException {
      long start = System.nanoTime();
      Map<String, Optional<RunningProcess>> processes = new LinkedHashMap<>();
      parts.forEach(part -> processes.put(part, stack.process(part)));
      // All processes get SIGTERM before the first one is waited for.
      processes.values().forEach(process -> process.ifPresent(RunningProcess::terminate));
      for (var part : processes.entrySet()) {
        Optional<RunningProcess> process = part.getValue();
        boolean isKilled = process.isPresent() && awaitEnd(process.get(), start);
        String how =
            process.isEmpty()
                ? "had died"
                : "pid %-7d %s within %.1f s"
                    .formatted(
                        process.get().pid(),
                        isKilled ? "killed" : "ended",
                        (System.nanoTime() - start) / 1e9);
        stack.ended(part.getKey());
        stack.deleteData(part.getKey());
        String line = "%-11s %s".formatted(part.getKey(), how);
        out.println(line);
        out.flush();
        if (isKilled) {
          killed.add(line);
        }
      }
    }

    /** Waits for the end of a process; returns whether it had to be killed. */
    private static boolean awaitEnd(RunningProcess process, long start)
        throws InterruptedException {
      Duration left = RunningProcess.GRACE.minusNanos(System.nanoTime() - start);
      return process.awaitEnd(left.isNegative() ? Duration.ZERO : left);
    }
  }

  /**
   * Lets only one command at a time change the local stack. The operating system releases the lock
   * if the command dies.
   */
  private record StackLock(FileChannel file, FileLock lock) implements AutoCloseable {

    /** Takes the lock; waits if another command has it. */
    static StackLock take(StackDirectory stack, PrintWriter out) {
      try {
        PrivateFiles.directory(stack.path());
        FileChannel file =
            FileChannel.open(
                stack.path().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = file.tryLock();
        if (lock == null) {
          out.println("another perfline stack command is running: waiting for it");
          lock = file.lock();
        }
        return new StackLock(file, lock);
      } catch (IOException e) {
        throw Fault.noVerdict("cannot lock the local stack in " + stack.path(), e);
      }
    }

    /** Throws a fault if the lock was lost. */
    void hold() {
      if (!lock.isValid()) {
        throw Fault.noVerdict("the lock of the local stack was lost");
      }
    }

    @Override
    public void close() {
      try {
        file.close();
      } catch (IOException e) {
        throw Fault.noVerdict("cannot unlock the local stack", e);
      }
    }
  }

  /** Prints the state of each part of the local stack. */
  private static final class StackStatus {

    private static final String ROW = "%-11s %-16s %-8s %s";

    private final StackDirectory stack;
    private final LocalStack local;
    private final PrintWriter out;

    StackStatus(Path home, Map<String, String> environment, PrintWriter out) {
      this.stack = StackDirectory.of(home);
      this.local = new LocalStack(home, StackVariables.read(home), environment, HostedService.NONE);
      this.out = out;
    }

    /** Prints the table and returns whether all parts answer, not counting Grafana. */
    boolean show() throws InterruptedException {
      Set<String> names = new LinkedHashSet<>(LocalStack.FIRST);
      stack.parts().stream().filter(stack::isStarted).forEach(names::add);
      out.println(String.format(Locale.ROOT, ROW, "PART", "ADDRESS", "PID", "STATE"));
      boolean all = true;
      for (String name : names) {
        all &= show(name);
      }
      out.flush();
      return all;
    }

    private boolean show(String name) throws InterruptedException {
      if (!stack.isStarted(name)) {
        row(name, "-", "-", "down");
        return false;
      }
      if (name.equals(GrafanaPart.NAME)) {
        show(name, local.startedGrafana());
        return true; // no verdict needs the dashboards
      }
      return show(name, local.part(name));
    }

    private boolean show(String name, Part part) throws InterruptedException {
      Optional<RunningProcess> process = stack.process(name);
      if (process.isEmpty()) {
        row(name, part.address().toString(), "-", "ended; its log is " + part.log());
        return false;
      }
      boolean answers = ReadinessProbe.of(part).isReady();
      String state = answers ? "up" : "does not answer; its log is " + part.log();
      row(name, part.address().toString(), String.valueOf(process.get().pid()), state);
      return answers;
    }

    private void row(String part, String address, String pid, String state) {
      out.println(String.format(Locale.ROOT, ROW, part, address, pid, state));
    }
  }
}
