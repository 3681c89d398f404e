package io.perfline.core.run;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** Decides during a comparison whether it has enough pairs. */
public interface StoppingRule {

  /** Measures exactly the planned pairs. */
  StoppingRule AS_PLANNED = soFar -> true;

  /** Creates the stopping rule of a run. */
  @FunctionalInterface
  interface Source {

    /**
     * Returns the stopping rule of a run.
     *
     * @param thresholds the file with the limits by which the run will be judged
     * @param compared the baseline of the run
     * @param catalogue all cases of the project
     * @param inRun selects the cases that the run measures
     * @throws io.perfline.core.command.Fault exit code 2 if the file is wrong
     */
    StoppingRule of(
        Path thresholds,
        RunBaseline compared,
        List<CatalogueEntry> catalogue,
        Predicate<CatalogueEntry> inRun);
  }

  /**
   * Returns true if further pairs cannot change the result of the comparison. Called after all
   * planned deployments, and then after every second further one. At these times each build has had
   * each of the two places for the same number of pairs, so that the effect of the place cancels
   * out.
   *
   * @param soFar the case as it would be if it ended now
   */
  boolean decided(CaseResult soFar);

  /**
   * Returns the metrics of a case whose limits further pairs may decide, as names for users.
   *
   * @param soFar the case as it would be if it ended now
   */
  default List<String> undecided(CaseResult soFar) {
    return List.of();
  }

  /**
   * Returns how much the pairs of a case scatter compared with its deployments: the variance of a
   * pair within a deployment ÷ the variance of deployments, of the undecided metric for which this
   * is greatest. NaN while it is unknown. The higher it is, the longer each deployment should be.
   *
   * @param soFar the case as it would be if it ended now
   */
  default double scatterOfPairs(CaseResult soFar) {
    return Double.NaN;
  }

  /**
   * Returns true if a limit is confirmed to be exceeded, so that no further load can make the build
   * pass. Called at the same times as {@link #decided}.
   *
   * @param soFar the case as it would be if it ended now
   */
  default boolean exceedsLimit(CaseResult soFar) {
    return false;
  }

  /**
   * Returns true if the exceeded limit is one whose cause a profile of the methods can show: a time
   * or a cost, but not failed requests.
   *
   * @param soFar the case as it would be if it ended now
   */
  default boolean isSlower(CaseResult soFar) {
    return exceedsLimit(soFar);
  }
}
