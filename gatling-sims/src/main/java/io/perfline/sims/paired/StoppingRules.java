package io.perfline.sims.paired;

import io.perfline.core.run.CatalogueEntry;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** Makes the {@link StoppingRule} of a run. */
@FunctionalInterface
public interface StoppingRules {

  /** Whatever the limits are, what was planned is measured and no more. */
  StoppingRules AS_PLANNED = (thresholds, catalogue, inRun) -> StoppingRule.AS_PLANNED;

  /**
   * @param thresholds file of the limits by which the run will be judged
   * @param catalogue all cases that there are
   * @param inRun those that the run is to hold
   * @throws io.perfline.core.command.Fault exit code 2 when the file is wrong
   */
  StoppingRule of(Path thresholds, List<CatalogueEntry> catalogue, Predicate<CatalogueEntry> inRun);
}
