package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import io.perfline.core.command.ShutdownHook;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one {@code up} has started. Until it is kept, it ends when this is closed or when the
 * process is interrupted.
 */
final class StartedParts implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(5);

  private final StackDirectory stack;
  private final PrintWriter out;
  private final Map<Part, RunningProcess> started = new LinkedHashMap<>();
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
    // An interrupt comes before, and nothing is started, or after, and it is known.
    synchronized (this) {
      if (closed) {
        throw new InterruptedException("not started: " + part.name());
      }
      RunningProcess process = Launcher.start(part, prepared);
      started.put(part, process);
      stack.started(part, process);
      return process;
    }
  }

  /** Whether they are being ended, so that their failures mean nothing. */
  boolean areEnding() {
    return ending;
  }

  /** Lets everything live on. */
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
              entry.getValue().ask();
              end(entry.getKey(), entry.getValue());
              started.remove(entry.getKey());
            });
  }

  /** Ends what wasn't kept. */
  @Override
  public void close() {
    end();
    interrupted.cancel();
  }

  private void interrupted() {
    ending = true;
    end();
    // Tools at work, say the one that formats Kafka's storage.
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
    // Each is asked before the first is waited for.
    started.values().forEach(RunningProcess::ask);
    started.forEach(this::end);
    started.clear();
    try {
      if (stack.parts().stream().noneMatch(stack::isStarted)) {
        StackVariables.delete(stack);
      }
    } catch (IOException e) {
      throw Fault.noVerdict("cannot forget the variables of the stack in " + stack.path(), e);
    }
  }

  private void end(Part part, RunningProcess process) {
    try {
      process.awaitEnd(GRACE);
      stack.ended(part.name());
      stack.deleteData(part.name());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot forget " + part.name() + " in " + stack.path(), e);
    }
  }
}
