package io.perfline.recorder.core;

/**
 * There is no room, or the store does not work: nothing was taken. Has no stack, being thrown
 * often.
 */
public final class RefusedException extends Exception {

  private final transient Refusal refusal;

  RefusedException(Refusal refusal) {
    super(refusal.detail(), null, false, false);
    this.refusal = refusal;
  }

  public Refusal refusal() {
    return refusal;
  }
}
