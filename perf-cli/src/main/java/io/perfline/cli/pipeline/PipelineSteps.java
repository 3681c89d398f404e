package io.perfline.cli.pipeline;

import io.perfline.core.command.Command;
import io.perfline.core.command.ShutdownHook;
import io.perfline.core.command.StepLine;
import io.perfline.deploy.stack.ProjectLock;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the steps of a pipeline, prints and times them, and stops the local stack if the pipeline
 * started it. A signal ends the current stage, which receives it too. No other stage starts, the
 * stack is stopped, and Java exits with 128 plus the signal's number.
 */
public final class PipelineSteps implements AutoCloseable {

  /** The maximum time to wait for a load, which needs some seconds to stop cleanly. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(25);

  private final ProjectLock lock;
  private final Stages stages;
  private final PrintWriter out;
  private final PrintWriter err;
  private final long started = System.nanoTime();
  private final List<String> times = new ArrayList<>();
  private final Object stack = new Object();
  private final ShutdownHook hook;
  private long before;
  private boolean working;
  private boolean interrupted;
  private boolean stackIsOurs;

  /** Handles signals until closed. */
  public PipelineSteps(ProjectLock lock, Stages stages, PrintWriter out, PrintWriter err) {
    this.lock = lock;
    this.stages = stages;
    this.out = out;
    this.err = err;
    hook = ShutdownHook.of("perfline-pipeline-interrupted", this::interrupt);
  }

  /**
   * The result of a stage.
   *
   * @param code its exit code
   * @param value its result; null if it failed
   */
  public record Ended<T>(int code, T value) {}

  /** A stage without a result. */
  public interface Action {
    void run() throws Exception;
  }

  public Stages stages() {
    return stages;
  }

  /** Adds a step that ended before the others. */
  public void add(String name, long seconds) {
    before += seconds;
    times.add(name + " " + seconds);
  }

  /** Prints that a step starts. */
  void announce(String name) {
    out.println(StepLine.of(name));
    out.flush();
  }

  /**
   * Announces and runs a stage. A failure is printed in the same way as by the stage's own command.
   *
   * @param command the name of its command
   * @throws InterruptedException if the pipeline was interrupted, before or during the stage
   */
  public <T> Ended<T> step(String name, String command, Callable<T> stage)
      throws InterruptedException {
    AtomicReference<T> value = new AtomicReference<>();
    int code = step(name, command, () -> value.set(stage.call()));
    return new Ended<>(code, value.get());
  }

  /** Runs a stage that prints something only if it fails. */
  <T> Ended<T> silent(String command, Callable<T> stage) throws InterruptedException {
    AtomicReference<T> value = new AtomicReference<>();
    int code = run(() -> call(command, () -> value.set(stage.call())));
    return new Ended<>(code, value.get());
  }

  /** Runs a stage without a result; returns its exit code. */
  public int step(String name, String command, Action stage) throws InterruptedException {
    return timed(name, () -> call(command, stage));
  }

  /** Announces and runs some work; its failure is a failure of the pipeline. */
  public <T> T timed(String name, Callable<T> work) throws InterruptedException {
    announce(name);
    long start = System.nanoTime();
    T result = run(work);
    times.add(name + " " + seconds(start));
    return result;
  }

  private int call(String command, Action stage) {
    try {
      return Command.call(
          "perfline " + command,
          err,
          () -> {
            stage.run();
            return 0;
          });
    } finally {
      out.flush();
    }
  }

  /** Runs some work that is not a step of its own. */
  public <T> T run(Callable<T> work) throws InterruptedException {
    start();
    try {
      return work.call();
    } catch (InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      end();
    }
  }

  private synchronized void start() throws InterruptedException {
    checkInterrupted();
    working = true;
  }

  private synchronized void end() throws InterruptedException {
    working = false;
    notifyAll();
    checkInterrupted();
  }

  private void checkInterrupted() throws InterruptedException {
    if (interrupted) {
      throw new InterruptedException("the pipeline was interrupted");
    }
  }

  /** Returns the durations of all steps, and their sum. */
  public String times() {
    return Stream.concat(times.stream(), Stream.of("all " + seconds()))
        .collect(Collectors.joining(", ", "Seconds: ", "."));
  }

  /** Returns the duration of all steps so far, in seconds. */
  long seconds() {
    return before + seconds(started);
  }

  private static long seconds(long since) {
    return (System.nanoTime() - since) / 1_000_000_000;
  }

  /** Makes the pipeline responsible for stopping the stack. */
  void ownStack() {
    synchronized (stack) {
      stackIsOurs = true;
      lock.ownStack();
    }
  }

  boolean ownsStack() {
    synchronized (stack) {
      return stackIsOurs;
    }
  }

  /**
   * Stops the stack once, if the pipeline started it and it should not be left running. A thread
   * that an interrupted stage left interrupted also stops it.
   */
  public void takeDownStack() {
    synchronized (stack) {
      if (stackIsOurs) {
        stackIsOurs = false;
        boolean wasInterrupted = Thread.interrupted();
        if (call("stack down", stages::stackDown) != 0) {
          err.println("perfline ci: the stack could not be stopped: see perfline stack status");
        }
        if (wasInterrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  /** Handles a signal. */
  void interrupt() {
    try {
      awaitStage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    err.println("\nperfline: interrupted, no verdict");
    err.flush();
    takeDownStack();
  }

  private synchronized void awaitStage() throws InterruptedException {
    interrupted = true;
    long deadline = System.nanoTime() + MAX_WAIT.toNanos();
    long left = MAX_WAIT.toMillis();
    while (working && left > 0) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
  }

  @Override
  public void close() {
    hook.cancel();
  }
}
