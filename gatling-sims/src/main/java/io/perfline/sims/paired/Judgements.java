package io.perfline.sims.paired;

import io.perfline.core.run.PlannedCase;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** Makes the {@link Judgement} of a run. */
@FunctionalInterface
public interface Judgements {

  /** Whatever the limits are, what was planned is measured and no more. */
  Judgements AS_PLANNED = (thresholds, catalogue, inRun) -> Judgement.AS_PLANNED;

  /**
   * @param thresholds file of the limits by which the run will be judged
   * @param catalogue all cases that there are
   * @param inRun those that the run is to hold
   * @throws io.perfline.core.command.Fault exit code 2 when the file is wrong
   */
  Judgement of(Path thresholds, List<PlannedCase> catalogue, Predicate<PlannedCase> inRun);
}
