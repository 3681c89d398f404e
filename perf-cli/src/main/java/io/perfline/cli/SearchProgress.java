package io.perfline.cli;

/** Is told how a search goes on. */
public interface SearchProgress {

  /**
   * Before each step.
   *
   * @param commits among which the first slow one is
   * @param steps which that takes when each decides
   */
  void left(int commits, int steps);

  /** A commit is to be built and judged. */
  void begins(String commit);

  void ended(JudgedCommit commit);
}
