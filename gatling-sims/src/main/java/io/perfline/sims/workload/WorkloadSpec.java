package io.perfline.sims.workload;

import io.perfline.core.project.Durations;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Shard;

/**
 * A load of a workload file, whose keys depend on its driver.
 *
 * @param engine null if the driver generates its load itself
 * @param settings all settings by name, with defaults
 */
public record WorkloadSpec(EngineLoad engine, CaseSettings settings) implements LoadSpec {

  static WorkloadSpec of(CaseSettings given) {
    if (!given.has(LoadKeys.CONNECTIONS)) {
      return new WorkloadSpec(null, given);
    }
    EngineLoad engine = EngineLoad.of(given);
    return new WorkloadSpec(engine, engine.in(given));
  }

  @Override
  public Load load(Durations durations, long seed, Shard shard) {
    return engine.load(durations, seed, shard);
  }
}
