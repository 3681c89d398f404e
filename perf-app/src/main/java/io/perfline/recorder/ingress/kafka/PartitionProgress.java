package io.perfline.recorder.ingress.kafka;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How far one partition is done: records may finish in any order, offsets are committed in theirs.
 */
final class PartitionProgress {

  private final Deque<Step> steps = new ArrayDeque<>();
  private long committable = -1;
  private long committed = -1;

  /** A record was taken; to be called in the order of the offsets. */
  synchronized Step begin(long offset) {
    Step step = new Step(offset);
    steps.add(step);
    return step;
  }

  /** The offset to commit, or -1 when there is nothing new. */
  synchronized long toCommit() {
    while (!steps.isEmpty() && steps.peek().done) {
      committable = steps.poll().offset + 1;
    }
    return committable == committed ? -1 : committable;
  }

  synchronized void committed(long offset) {
    committed = offset;
  }

  final class Step {

    private final long offset;
    private boolean done;

    private Step(long offset) {
      this.offset = offset;
    }

    /** The record is stored and acknowledged, or dead. */
    void done() {
      synchronized (PartitionProgress.this) {
        done = true;
      }
    }
  }
}
