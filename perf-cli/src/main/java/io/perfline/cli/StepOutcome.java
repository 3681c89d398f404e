package io.perfline.cli;

/** What became of one commit beside the good one. */
public enum StepOutcome {
  /** Beyond a limit for sure. */
  SLOWER,
  /** Within every limit for sure, or the same classes as a commit that is. */
  NOT_SLOWER,
  /** Measured for as long as may be, and neither. */
  UNDECIDED,
  NOT_BUILT
}
