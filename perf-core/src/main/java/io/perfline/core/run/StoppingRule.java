package io.perfline.core.run;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** Decides while a comparison is measured whether it has enough pairs. */
public interface StoppingRule {

  /** Measures the planned pairs and no more. */
  StoppingRule AS_PLANNED = soFar -> true;

  /** Makes the stopping rule of a run. */
  @FunctionalInterface
  interface Source {

    /**
     * @param thresholds the file of the limits by which the run will be judged
     * @param compared the baseline of the run
     * @param catalogue all cases of the project
     * @param inRun selects those that the run is to measure
     * @throws io.perfline.core.command.Fault exit code 2 when the file is wrong
     */
    StoppingRule of(
        Path thresholds,
        RunBaseline compared,
        List<CatalogueEntry> catalogue,
        Predicate<CatalogueEntry> inRun);
  }

  /**
   * Returns true when further pairs cannot change the result of the comparison. The question is
   * asked when all planned deployments are measured, and then after every two further ones: by then
   * both builds had each of the two places for the same number of pairs, so that the effect of the
   * place cancels.
   *
   * @param soFar the case as it would be if it ended here
   */
  boolean decided(CaseResult soFar);

  /**
   * Names the metrics of a case whose limits further pairs may decide, for people.
   *
   * @param soFar the case as it would be if it ended here
   */
  default List<String> undecided(CaseResult soFar) {
    return List.of();
  }

  /**
   * Returns true when a limit is confirmed to be exceeded, so that no further load can make the
   * build pass. The question is asked when {@link #decided} is.
   *
   * @param soFar the case as it would be if it ended here
   */
  default boolean broken(CaseResult soFar) {
    return false;
  }

  /**
   * Returns true when the exceeded limit is one whose reason a profile of the methods can show: a
   * time or a cost, but not failed requests.
   *
   * @param soFar the case as it would be if it ended here
   */
  default boolean slower(CaseResult soFar) {
    return broken(soFar);
  }
}
