package io.perfline.sims.workload;

import io.perfline.core.project.Durations;
import io.perfline.core.project.RequiredVariable;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Shard;
import java.util.List;

/** The load of a case, as its file defines it. */
public sealed interface LoadSpec permits WorkloadSpec, ProjectSpec, SimulationSpec, ProgramSpec {

  /** Returns its settings by name, as {@code run.json} records them. */
  CaseSettings settings();

  /** Returns the environment variables of the process that the load needs. */
  default List<RequiredVariable> variables() {
    return List.of();
  }

  /**
   * Returns whether its requests are known to change data: one of them has another method than GET,
   * HEAD and OPTIONS.
   */
  default boolean changesData() {
    return false;
  }

  /** Returns the load that the engine drives. */
  Load load(Durations durations, long seed, Shard shard);
}
