package io.perfline.recorder.core;

import io.perfline.recorder.message.Recording;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A message on its way into a store. Each way in extends it with how it answers its sender. The
 * store calls {@link #stored} or {@link #refuse}; the first call counts, every later one does
 * nothing.
 */
public abstract class Submission {

  private static final VarHandle ANSWERED;

  static {
    try {
      ANSWERED = MethodHandles.lookup().findVarHandle(Submission.class, "answered", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Recording recording;

  @SuppressWarnings("unused") // by ANSWERED
  private volatile boolean answered;

  /** Set by the recorder once admitted, hence null for what was never. */
  private Admitted admitted;

  private long admittedAt;
  private long reserved;

  protected Submission(Recording recording) {
    this.recording = recording;
  }

  /** Answers the sender: the store has acknowledged the recording. Must neither block nor throw. */
  protected abstract void onStored(RecordLocator place);

  /** Answers the sender: the recording is not known to be stored. Must neither block nor throw. */
  protected abstract void onRefused(Refusal refusal);

  /** The message. */
  public final Recording recording() {
    return recording;
  }

  /** When it was admitted, by {@link System#nanoTime}. */
  public final long admittedAt() {
    return admittedAt;
  }

  /** The store has acknowledged the recording. */
  public final void stored(RecordLocator place) {
    if (answer()) {
      if (admitted != null) {
        admitted.onStored(this);
      }
      onStored(place);
    }
  }

  /** The recording is not stored, or nobody knows whether it is. */
  public final void refuse(Refusal refusal) {
    if (answer()) {
      if (admitted != null) {
        admitted.onRefused(this, refusal);
      }
      onRefused(refusal);
    }
  }

  /** The bytes of the queue that it holds until it is answered. */
  final long reserved() {
    return reserved;
  }

  final void admit(Admitted by, long now, long reservedBytes) {
    admitted = by;
    admittedAt = now;
    reserved = reservedBytes;
  }

  private boolean answer() {
    return ANSWERED.compareAndSet(this, false, true);
  }

  /** Hears of answers before the sender does. */
  interface Admitted {

    void onStored(Submission submission);

    void onRefused(Submission submission, Refusal refusal);
  }
}
