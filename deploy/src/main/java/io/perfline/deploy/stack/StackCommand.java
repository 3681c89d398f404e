package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.Environment;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.environment.Variables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./perf stack up|down|status}. */
@CommandLine.Command(
    name = "stack",
    description = "Manages Tomcat, Kafka, Cassandra and InfluxDB as processes on 127.0.0.1.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Free ports are chosen unless one of these variables is set: PERF_TOMCAT_PORT,"
          + " PERF_KAFKA_PORT, PERF_CASSANDRA_PORT, PERF_INFLUXDB_PORT, PERF_KRYONET_PORT,"
          + " PERF_GRAFANA_PORT, PERF_REDIS_PORT, PERF_ETCD_PORT, PERF_ETCD_CLUSTER_PORT."
          + " PERF_RECORDER_STORE (kafka, cassandra or memory) and RECORDER_* are settings"
          + " of the recorder in the Tomcat, PERF_TOMCAT_HEAP_MIB is its heap,"
          + " PERF_TOMCAT_VERSION its version: 7 (the default; end of life), 9, 10.1 or"
          + " 11. Grafana is started too if GRAFANA_HOME or the PATH has one."
    })
public final class StackCommand {

  @Spec private CommandSpec spec;

  private final Path home;
  private final Map<String, String> environment;

  /** As {@code ./perf} starts it. */
  public StackCommand() {
    this(Homes.project(), System.getenv());
  }

  StackCommand(Path home, Map<String, String> environment) {
    this.home = home.toAbsolutePath().normalize();
    this.environment = Map.copyOf(environment);
  }

  @CommandLine.Command(
      name = "up",
      description = {
        "Starts the servers that aren't running and waits until each one answers.",
        "Running servers are reused; crashed ones are restarted with the same ports" + " and data."
      },
      mixinStandardHelpOptions = true)
  int up(
      @Option(
              names = "--environment",
              paramLabel = "FILE",
              description =
                  "Starts only the servers whose stack variables it uses (default: local.yml).")
          Path file,
      @Option(
              names = "--with",
              split = ",",
              paramLabel = "PART",
              description =
                  "Also starts second nodes on 127.0.0.2 (kafka-2, cassandra-2), redis, etcd, or"
                      + " a cluster of etcd-1, etcd-2 and etcd-3.")
          Set<String> with,
      @Option(
              names = "--file",
              paramLabel = "FILE",
              description =
                  "The perf.yml whose service the Tomcat runs: variables, users, server.xml"
                      + " (default: perf.yml here, if there is one).")
          Path project)
      throws InterruptedException {
    Path local = EnvironmentOption.ofLocalStack(home);
    Set<String> needed = LocalStack.needed(Environment.load(file == null ? local : file, Map.of()));
    for (String later : with == null ? Set.<String>of() : with) {
      if (!LocalStack.LATER.contains(later)) {
        throw Fault.configuration(
            "--with: no part %s; there are %s"
                .formatted(later, String.join(", ", LocalStack.LATER)));
      }
    }
    Set<String> names = new LinkedHashSet<>(needed);
    names.addAll(with == null ? Set.of() : with);
    if (names.isEmpty()) {
      out().printf("nothing to start: %s names servers that are not of this stack%n", file);
      return 0;
    }
    Path described = project == null ? home.resolve(Project.FILE) : project;
    boolean none = project == null && !Files.isRegularFile(described);
    try (StackLock lock = StackLock.take(StackDirectory.of(home), out())) {
      lock.hold();
      new StackUp(home, environment, out(), none ? null : ProjectFile.read(described)).up(names);
    }
    out().printf("variables: %s%n", home.relativize(Variables.ofStack(home)));
    return 0;
  }

  @CommandLine.Command(
      name = "down",
      description = {
        "Stops the servers that 'up' started.",
        "The data of Kafka, Cassandra and Tomcat are deleted; InfluxDB's history and"
            + " logs stay in .perf/stack."
      },
      mixinStandardHelpOptions = true)
  int down() throws InterruptedException {
    try (StackLock lock = StackLock.take(StackDirectory.of(home), out())) {
      lock.hold();
      new StackDown(StackDirectory.of(home), out()).down();
    }
    return 0;
  }

  @CommandLine.Command(
      name = "status",
      description =
          "Shows name, address, pid and state of each server. Exit code 0 if all are up,"
              + " otherwise 3.",
      mixinStandardHelpOptions = true)
  int status() throws InterruptedException {
    return new StackStatus(home, environment, out()).show() ? 0 : Fault.NO_VERDICT;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Takes the local stack down: ends exactly the processes that {@code up} started. */
  private static final class StackDown {

    /** How long a server may take to stop in order before it is killed. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final StackDirectory stack;
    private final PrintWriter out;

    StackDown(StackDirectory stack, PrintWriter out) {
      this.stack = stack;
      this.out = out;
    }

    void down() throws InterruptedException {
      List<String> parts = stack.parts().stream().filter(stack::isStarted).toList();
      if (parts.isEmpty()) {
        out.println("nothing is up");
      }
      try {
        // A recorder whose stores have gone waits for them: Tomcat has ended before they are asked.
        end(parts.stream().filter(TomcatPart.NAME::equals).toList());
        end(parts.stream().filter(part -> !part.equals(TomcatPart.NAME)).toList());
        StackVariables.delete(stack);
      } catch (IOException e) {
        throw Fault.noVerdict("cannot delete the data of the stack in " + stack.path(), e);
      }
    }

    private void end(List<String> parts) throws IOException, InterruptedException {
      long start = System.nanoTime();
      Map<String, Optional<RunningProcess>> processes = new LinkedHashMap<>();
      parts.forEach(part -> processes.put(part, stack.process(part)));
      // Each is asked before the first is waited for.
      processes.values().forEach(process -> process.ifPresent(RunningProcess::ask));
      for (var part : processes.entrySet()) {
        String how = "had died";
        if (part.getValue().isPresent()) {
          how = await(part.getValue().get(), start);
        }
        stack.ended(part.getKey());
        stack.deleteData(part.getKey());
        out.println(String.format(Locale.ROOT, "%-11s %s", part.getKey(), how));
        out.flush();
      }
    }

    private static String await(RunningProcess process, long start) throws InterruptedException {
      Duration left = GRACE.minusNanos(System.nanoTime() - start);
      boolean killed = process.awaitEnd(left.isNegative() ? Duration.ZERO : left);
      double seconds = (System.nanoTime() - start) / 1e9;
      return String.format(
          Locale.ROOT,
          "pid %-7d %s within %.1f s",
          process.pid(),
          killed ? "killed" : "ended",
          seconds);
    }
  }

  /**
   * Lets one command at a time change the local stack. The system frees it when its holder dies.
   */
  private static final class StackLock implements AutoCloseable {

    private final FileChannel file;
    private final FileLock lock;

    private StackLock(FileChannel file, FileLock lock) {
      this.file = file;
      this.lock = lock;
    }

    /** Waits for another command that changes the stack. */
    static StackLock take(StackDirectory stack, PrintWriter out) {
      try {
        PrivateFiles.directory(stack.path());
        FileChannel file =
            FileChannel.open(
                stack.path().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = file.tryLock();
        if (lock == null) {
          out.println("another ./perf stack command is at work: waiting for it");
          lock = file.lock();
        }
        return new StackLock(file, lock);
      } catch (IOException e) {
        throw Fault.noVerdict("cannot lock the local stack in " + stack.path(), e);
      }
    }

    /** Fails if it isn't held. */
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

  /** Shows what is up of the local stack. */
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

    /** Prints the table; whether all parts answer. */
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
        return grafana();
      }
      return show(name, local.part(name));
    }

    /** The verdict needs no dashboards: that Grafana isn't up is shown, and no more. */
    private boolean grafana() throws InterruptedException {
      try {
        Optional<Part> part = local.grafana();
        if (part.isPresent()) {
          show(GrafanaPart.NAME, part.get());
          return true;
        }
      } catch (IOException e) {
        throw Fault.noVerdict("cannot look for Grafana", e);
      }
      row(GrafanaPart.NAME, "-", "-", "was started, but is not found any more");
      return true;
    }

    private boolean show(String name, Part part) throws InterruptedException {
      Optional<RunningProcess> process = stack.process(name);
      if (process.isEmpty()) {
        row(name, part.address().toString(), "-", "died; its log is " + part.log());
        return false;
      }
      boolean answers = ReadinessProbe.of(part).isThere();
      String state = answers ? "up" : "does not answer; its log is " + part.log();
      row(name, part.address().toString(), String.valueOf(process.get().pid()), state);
      return answers;
    }

    private void row(String part, String address, String pid, String state) {
      out.println(String.format(Locale.ROOT, ROW, part, address, pid, state));
    }
  }
}
