package io.perfline.recorder.ingress.http;

/** Thrown to end the handling of a request with a problem. */
public final class ProblemException extends Exception {

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
