package io.perfline.cli;

/** The result of comparing one commit with the good one. */
public enum StepOutcome {
  /** The commit is confirmed to exceed a limit. */
  SLOWER,
  /** The commit is confirmed to be within every limit, or has the same classes as such a commit. */
  NOT_SLOWER,
  /** The commit was measured for the maximum time without a decision. */
  UNDECIDED,
  NOT_BUILT
}
