package io.perfline.sims.paired;

import io.perfline.core.run.CaseResult;

/** Says while a comparison is measured whether enough of it has been. */
public interface StoppingRule {

  /** Measures what was planned, and no more. */
  StoppingRule AS_PLANNED = soFar -> true;

  /**
   * Whether more pairs can't change what follows from those that are there. Asked when all planned
   * deployments are measured, and then behind every further two: both builds have had both places
   * for the same number of pairs then, and what is due to the place cancels.
   *
   * @param soFar the case as it would be if it ended here
   */
  boolean decided(CaseResult soFar);

  /**
   * Whether what is there is beyond a limit for sure, so that no further load can save the build.
   * Asked as {@link #decided} is.
   *
   * @param soFar the case as it would be if it ended here
   */
  default boolean broken(CaseResult soFar) {
    return false;
  }

  /**
   * Whether it is broken by what its methods may tell the reason of: a time or a cost, not requests
   * that fail.
   *
   * @param soFar the case as it would be if it ended here
   */
  default boolean slower(CaseResult soFar) {
    return broken(soFar);
  }
}
