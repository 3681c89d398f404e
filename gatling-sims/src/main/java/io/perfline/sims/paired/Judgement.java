package io.perfline.sims.paired;

import io.perfline.core.run.Case;

/** Says while a comparison is measured whether enough of it has been. */
public interface Judgement {

  /** Measures what was planned, and no more. */
  Judgement AS_PLANNED = soFar -> true;

  /**
   * Whether more pairs can't change what follows from those that are there. Asked when all planned
   * deployments are measured, and then behind every further two: both builds have had both places
   * for the same number of pairs then, and what is due to the place cancels.
   *
   * @param soFar the case as it would be if it ended here
   */
  boolean decided(Case soFar);

  /**
   * Whether what is there is beyond a limit for sure, so that no further load can save the build.
   * Asked as {@link #decided} is.
   *
   * @param soFar the case as it would be if it ended here
   */
  default boolean broken(Case soFar) {
    return false;
  }

  /**
   * Whether it is broken by what its methods may tell the reason of: a time or a cost, not requests
   * that fail.
   *
   * @param soFar the case as it would be if it ended here
   */
  default boolean slower(Case soFar) {
    return broken(soFar);
  }
}
