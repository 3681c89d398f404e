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
}
