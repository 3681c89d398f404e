package io.perfline.cli.bisect;

/** The result of comparing one commit with the good one. */
public enum StepOutcome {
  /** The commit is confirmed to exceed a limit. */
  SLOWER,
  /** The commit is confirmed to be within every limit, or runs the same as such a commit. */
  NOT_SLOWER,
  /** The commit was measured for the maximum time without a decision. */
  UNDECIDED,
  /** The commit can't be built, or can't run under the current load. */
  NOT_BUILT
}
