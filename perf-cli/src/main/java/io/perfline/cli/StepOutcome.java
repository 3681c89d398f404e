package io.perfline.cli;

/** The result of one commit compared with the good one. */
public enum StepOutcome {
  /** Confirmed to exceed a limit. */
  SLOWER,
  /** Confirmed to be within every limit, or built from the same classes as such a commit. */
  NOT_SLOWER,
  /** Measured for the maximum time without a decision. */
  UNDECIDED,
  NOT_BUILT
}
