package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import io.perfline.core.project.Project;
import io.perfline.deploy.process.RunningProcess;
import io.perfline.deploy.server.GrafanaPart;
import io.perfline.deploy.server.GrafanaProgram;
import io.perfline.deploy.server.HostedService;
import io.perfline.deploy.server.Launcher;
import io.perfline.deploy.server.Part;
import io.perfline.deploy.server.ReadinessProbe;
import io.perfline.deploy.server.TomcatPart;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** Starts the parts of the local stack in parallel, and ends those that it started if one fails. */
final class StackUp {

  /** The time within which a running part must answer; otherwise it is restarted. */
  private static final Duration SILENCE = Duration.ofSeconds(20);

  private final Path home;
  private final Map<String, String> environment;
  private final StackDirectory stack;
  private final PrintWriter out;
  private final Project project;

  /**
   * Creates an instance for one start of the stack.
   *
   * @param project the project whose service the Tomcat runs; null for none
   */
  StackUp(Path home, Map<String, String> environment, PrintWriter out, Project project) {
    this.home = home;
    this.environment = environment;
    this.stack = StackDirectory.of(home);
    this.out = out;
    this.project = project;
  }

  /**
   * Starts the parts that aren't running and waits until all of them answer.
   *
   * @param requested the names of the parts; additional nodes and stores that run already are added
   * @throws Fault if a part does not answer; all parts that this call started have been ended then
   */
  void up(Set<String> requested) throws InterruptedException {
    Set<String> names = new LinkedHashSet<>(requested);
    LocalStack.LATER.stream().filter(stack::isStarted).forEach(names::add);
    boolean running = stack.parts().stream().anyMatch(part -> stack.process(part).isPresent());
    StackVariables variables = StackVariables.choose(home, environment, running);
    HostedService service =
        names.contains(TomcatPart.NAME) ? service(variables) : HostedService.NONE;
    write(variables);
    LocalStack local = new LocalStack(home, variables, environment, service);
    say("waiting until each answers: " + String.join(", ", names));
    try (StartedParts started = new StartedParts(stack, out)) {
      all(names.stream().filter(LocalStack.FIRST::contains).map(local::part).toList(), started);
      // A second node joins the first, and etcd's members wait for each other.
      all(names.stream().filter(LocalStack.LATER::contains).map(local::part).toList(), started);
      if (names.contains(StackDirectory.HISTORY)) {
        grafana(local, started);
      }
      started.keep();
    }
  }

  private HostedService service(StackVariables variables) {
    return project == null
        ? HostedService.NONE
        : HostedService.of(
            project.withService(project.service().withoutNeeds()),
            project.home(),
            variables.overriddenBy(environment));
  }

  /**
   * Starts Grafana if it is installed. Nothing depends on it, so the stack is up even if this
   * fails.
   */
  private void grafana(LocalStack local, StartedParts started) throws InterruptedException {
    try {
      Optional<Part> part = local.grafana();
      say(
          part.isPresent()
              ? bring(part.get(), started)
              : String.format(Locale.ROOT, "%-11s %s", GrafanaPart.NAME, GrafanaProgram.ADVICE));
    } catch (Fault | IOException e) {
      started.endOne(GrafanaPart.NAME);
      say("%-11s not started: %s".formatted(GrafanaPart.NAME, e.getMessage()));
    }
  }

  private void all(List<Part> parts, StartedParts started) throws InterruptedException {
    if (parts.isEmpty()) {
      return;
    }
    ExecutorService workers = Executors.newFixedThreadPool(parts.size());
    try {
      ExecutorCompletionService<String> answers = new ExecutorCompletionService<>(workers);
      List<Callable<String>> tasks = new ArrayList<>();
      parts.forEach(part -> tasks.add(() -> bring(part, started)));
      tasks.forEach(answers::submit);
      for (int i = 0; i < parts.size(); i++) {
        say(answers.take().get());
      }
    } catch (ExecutionException e) {
      throw started.areEnding() ? interrupted() : fault(e.getCause());
    } finally {
      workers.shutdownNow();
    }
  }

  private String bring(Part part, StartedParts started) throws InterruptedException {
    long begin = System.nanoTime();
    Optional<RunningProcess> living = stack.process(part.name());
    String how = stack.isStarted(part.name()) ? "had ended: restarted" : "started";
    if (living.isPresent()) {
      if (!stack.hasSettings(part)) {
        how = "had other settings: restarted";
      } else if (ReadinessProbe.of(part).within(SILENCE)) {
        return line(part, living.get(), "was up");
      } else {
        how = "did not respond: restarted";
      }
      living.get().end(RunningProcess.GRACE);
    }
    RunningProcess process = started.start(part);
    ReadinessProbe.of(part).await(process);
    double seconds = (System.nanoTime() - begin) / 1e9;
    return line(part, process, "%s, answers after %.1f s".formatted(how, seconds));
  }

  private static String line(Part part, RunningProcess process, String what) {
    return String.format(
        Locale.ROOT, "%-11s %-16s pid %-7d %s", part.name(), part.address(), process.pid(), what);
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }

  private void write(StackVariables variables) {
    try {
      variables.write(home);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot write the variables of the stack in " + stack.path(), e);
    }
  }

  private static Fault interrupted() {
    return Fault.noVerdict("interrupted; all servers that this command started were stopped");
  }

  private static Fault fault(Throwable cause) {
    if (cause instanceof Fault fault) {
      return fault;
    }
    return Fault.noVerdict("the stack did not start: " + cause, cause);
  }

  /**
   * The parts that one {@code up} has started. Unless {@link #keep} was called, they are ended on
   * close or when this process is interrupted.
   */
  private static final class StartedParts implements AutoCloseable {

    private final StackDirectory stack;
    private final PrintWriter out;
    private final Map<Part, RunningProcess> started = new LinkedHashMap<>();

    /** The started parts that an earlier {@code up} had started, so that their data stay. */
    private final Set<String> restarted = new HashSet<>();

    private final ShutdownHook interrupted;
    private boolean closed;
    private volatile boolean ending;

    StartedParts(StackDirectory stack, PrintWriter out) {
      this.stack = stack;
      this.out = out;
      interrupted = ShutdownHook.of("interrupted", this::interrupted);
    }

    RunningProcess start(Part part) throws InterruptedException {
      ProcessBuilder prepared = Launcher.prepare(part);
      // An interrupt comes either before this block, and the part is not started, or after it, and
      // the part is ended.
      synchronized (this) {
        if (closed) {
          throw new InterruptedException("not started: " + part.name());
        }
        RunningProcess process = Launcher.start(part, prepared);
        started.put(part, process);
        if (stack.isStarted(part.name())) {
          restarted.add(part.name());
        }
        stack.started(part, process);
        return process;
      }
    }

    /** Returns whether the parts are being ended, so that their failures can be ignored. */
    boolean areEnding() {
      return ending;
    }

    /** Keeps all started parts running. */
    synchronized void keep() {
      started.clear();
      closed = true;
    }

    /** Ends a part that the others don't need, if it was started. */
    synchronized void endOne(String name) {
      started.entrySet().stream()
          .filter(entry -> entry.getKey().name().equals(name))
          .findFirst()
          .ifPresent(
              entry -> {
                entry.getValue().terminate();
                end(entry.getKey(), entry.getValue());
                started.remove(entry.getKey());
              });
    }

    /** Ends the started parts unless they are kept. */
    @Override
    public void close() {
      end();
      interrupted.cancel();
    }

    private void interrupted() {
      ending = true;
      end();
      // This ends tools that are still running, such as the one that formats Kafka's storage.
      ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private synchronized void end() {
      closed = true;
      if (!started.isEmpty()) {
        out.println(
            started.keySet().stream()
                .map(Part::name)
                .collect(Collectors.joining(", ", "ending what was started: ", "")));
        out.flush();
      }
      // All parts get SIGTERM before the first one is waited for.
      started.values().forEach(RunningProcess::terminate);
      started.forEach(this::end);
      started.clear();
      try {
        if (stack.parts().stream().noneMatch(stack::isStarted)) {
          StackVariables.delete(stack);
        }
      } catch (IOException e) {
        throw Fault.noVerdict("cannot delete the variables of the stack in " + stack.path(), e);
      }
    }

    private void end(Part part, RunningProcess process) {
      try {
        process.awaitEnd(RunningProcess.GRACE);
        if (!restarted.contains(part.name())) {
          stack.ended(part.name());
          stack.deleteData(part.name());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (IOException e) {
        throw Fault.noVerdict("cannot forget " + part.name() + " in " + stack.path(), e);
      }
    }
  }
}
