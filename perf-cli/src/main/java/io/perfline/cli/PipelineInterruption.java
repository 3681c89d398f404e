package io.perfline.cli;

import io.perfline.core.command.ShutdownHook;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * What a signal does to a pipeline: its stage ends, which hears of the signal itself, none follows,
 * and the stack that it started is taken down. Java ends with 128 and the signal's number then.
 */
final class PipelineInterruption implements AutoCloseable {

  /** The load needs some of it to leave nothing half done. */
  private static final Duration STAGE = Duration.ofSeconds(25);

  private final StageLog stages;
  private final StackLease stack;
  private final PrintWriter err;
  private ShutdownHook hook;

  private PipelineInterruption(StageLog stages, StackLease stack, PrintWriter err) {
    this.stages = stages;
    this.stack = stack;
    this.err = err;
  }

  /** Watches for signals from now until closed. */
  static PipelineInterruption of(StageLog stages, StackLease stack, PrintWriter err) {
    PipelineInterruption interruption = new PipelineInterruption(stages, stack, err);
    interruption.hook = ShutdownHook.of("perfline-pipeline-interrupted", interruption::interrupt);
    return interruption;
  }

  /** What the signal does. */
  void interrupt() {
    try {
      stages.interrupt(STAGE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    err.println("\nperf: interrupted, no verdict");
    err.flush();
    stack.takeDown();
  }

  @Override
  public void close() {
    hook.cancel();
  }
}
