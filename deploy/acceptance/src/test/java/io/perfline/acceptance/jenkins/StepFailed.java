package io.perfline.acceptance.jenkins;

/** A step failed, as Jenkins' AbortException says it. */
final class StepFailed extends RuntimeException {

  private static final long serialVersionUID = 1;

  StepFailed(String message) {
    super(message);
  }
}
