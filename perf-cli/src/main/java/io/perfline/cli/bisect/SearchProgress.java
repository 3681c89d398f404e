package io.perfline.cli.bisect;

/** Receives the progress of a search. */
public interface SearchProgress {

  /**
   * Called before each step.
   *
   * @param commits the number of commits among which the first slow one is
   * @param steps the number of remaining steps if each one is decided
   */
  void left(int commits, int steps);

  /** Called before a commit is built and judged. */
  void begins(String commit);

  void ended(JudgedCommit commit);
}
