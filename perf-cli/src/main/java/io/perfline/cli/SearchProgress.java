package io.perfline.cli;

/** Receives the progress of a search. */
public interface SearchProgress {

  /**
   * Called before each step.
   *
   * @param commits number of commits that contain the first slow one
   * @param steps number of remaining steps if each one is decided
   */
  void left(int commits, int steps);

  /** Called before a commit is built and judged. */
  void begins(String commit);

  void ended(JudgedCommit commit);
}
