package io.perfline.acceptance.jenkins;

/** A failed step, like Jenkins' AbortException. */
final class StepFailed extends RuntimeException {

  private static final long serialVersionUID = 1;

  StepFailed(String message) {
    super(message);
  }
}
