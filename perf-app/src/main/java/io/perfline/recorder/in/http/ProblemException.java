package io.perfline.recorder.in.http;

/** Ends the handling of a request with a problem. */
public final class ProblemException extends Exception {

  private final transient Problem problem;

  /** Ends it with that problem. */
  public ProblemException(Problem problem) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
  }

  /** What to answer. */
  public Problem problem() {
    return problem;
  }
}
