package io.perfline.sims.workload;

import io.perfline.core.project.Durations;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Shard;

/**
 * A load of a workload file, whose keys depend on its driver.
 *
 * @param settings all settings by name, with defaults
 */
public record WorkloadSpec(CaseSettings settings) implements LoadSpec {
  @Override
  public Load load(Durations durations, long seed, Shard shard) {
    return LoadKeys.load(LoadKeys.complete(settings), durations, seed, shard);
  }
}
