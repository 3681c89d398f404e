package io.perfline.recorder.core;

import io.perfline.recorder.message.Recording;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A message on its way into a store. Each ingress extends it with how it answers its sender. The
 * store calls {@link #stored} or {@link #refuse}; the first call counts, every later one does
 * nothing.
 */
public abstract class Submission {

  private static final AtomicIntegerFieldUpdater<Submission> ANSWERED =
      AtomicIntegerFieldUpdater.newUpdater(Submission.class, "answered");

  private final Recording recording;

  @SuppressWarnings("unused") // by ANSWERED
  private volatile int answered;

  /** Set once admitted, hence null for what never was. */
  private Recorder.Intake intake;

  private long admittedAt;

  /** Its room in the queue until it is answered, in itself rather than a {@link Reservation}. */
  private long reserved;

  protected Submission(Recording recording) {
    this.recording = recording;
  }

  /** Answers the sender: the store has acknowledged the recording. Must neither block nor throw. */
  protected abstract void onStored(RecordLocator locator);

  /** Answers the sender: the recording is not known to be stored. Must neither block nor throw. */
  protected abstract void onRefused(Refusal refusal);

  public final Recording recording() {
    return recording;
  }

  /** When it was admitted, by {@link System#nanoTime}. */
  public final long admittedAt() {
    return admittedAt;
  }

  /** The store has acknowledged the recording. */
  public final void stored(RecordLocator locator) {
    if (answer()) {
      if (intake != null) {
        intake.stored(this);
      }
      onStored(locator);
    }
  }

  /** The recording is not stored, or nobody knows whether it is. */
  public final void refuse(Refusal refusal) {
    if (answer()) {
      if (intake != null) {
        intake.refused(refusal);
      }
      onRefused(refusal);
    }
  }

  /**
   * It was admitted there with room of the queue, by {@link QueueBudget#word}: its own from now on.
   */
  final void admit(Recorder.Intake by, long now, long reservedWord) {
    intake = by;
    admittedAt = now;
    reserved = reservedWord;
  }

  private boolean answer() {
    boolean first = ANSWERED.compareAndSet(this, 0, 1);
    if (first && intake != null) {
      intake.giveBack(reserved);
    }
    return first;
  }
}
