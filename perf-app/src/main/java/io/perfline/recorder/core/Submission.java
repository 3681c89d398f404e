package io.perfline.recorder.core;

import io.perfline.recorder.message.Recording;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A message that is being stored. Each ingress has a subclass that answers the sender. The store
 * calls {@link #stored} or {@link #refuse}; only the first call has an effect.
 */
public abstract class Submission {

  private static final AtomicIntegerFieldUpdater<Submission> ANSWERED =
      AtomicIntegerFieldUpdater.newUpdater(Submission.class, "answered");

  private final Recording recording;

  @SuppressWarnings("unused") // by ANSWERED
  private volatile int answered;

  /** The intake that admitted the message; null before. */
  private Recorder.Intake intake;

  private long admittedAt;

  /**
   * The reserved room in the queue as a {@link QueueBudget#word}, which saves a {@link
   * Reservation}.
   */
  private long reserved;

  protected Submission(Recording recording) {
    this.recording = recording;
  }

  /** Informs the sender that the recording is stored. This method must neither block nor throw. */
  protected abstract void onStored(RecordLocator locator);

  /**
   * Informs the sender that the recording is not stored, or may not be. This method must neither
   * block nor throw.
   */
  protected abstract void onRefused(Refusal refusal);

  public final Recording recording() {
    return recording;
  }

  /** Returns the time of admission, from {@link System#nanoTime}. */
  public final long admittedAt() {
    return admittedAt;
  }

  /** Called when the store has acknowledged the recording. */
  public final void stored(RecordLocator locator) {
    if (answer()) {
      if (intake != null) {
        intake.stored(this);
      }
      onStored(locator);
    }
  }

  /** Called when the recording is not stored or the result is unknown. */
  public final void refuse(Refusal refusal) {
    if (answer()) {
      if (intake != null) {
        intake.refused(refusal);
      }
      onRefused(refusal);
    }
  }

  /**
   * Admits the message.
   *
   * @param now the time, from {@link System#nanoTime}
   * @param reservedWord the message's room in the queue, as a {@link QueueBudget#word}
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
