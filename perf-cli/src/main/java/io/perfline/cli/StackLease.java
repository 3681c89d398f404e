package io.perfline.cli;

import java.io.PrintWriter;
import java.util.List;

/** The local stack of a pipeline: taken down by it, once, when it was the pipeline's to start. */
final class StackLease {

  private static final List<String> DOWN = List.of("stack", "down");

  private final StageRunner stages;
  private final PrintWriter out;
  private final PrintWriter err;
  private boolean ours;

  StackLease(StageRunner stages, PrintWriter out, PrintWriter err) {
    this.stages = stages;
    this.out = out;
    this.err = err;
  }

  /** From now on it is the pipeline that takes it down. */
  synchronized void own() {
    ours = true;
  }

  synchronized boolean isOurs() {
    return ours;
  }

  /**
   * Does nothing to a stack that was found running, or is to be kept.
   *
   * @return the exit code of taking it down
   */
  synchronized int takeDown() {
    if (!ours) {
      return 0;
    }
    ours = false;
    int code = stages.run(out, err, DOWN);
    if (code != 0) {
      err.println("perf ci: the stack could not be taken down: see ./perf stack status");
    }
    return code;
  }
}
