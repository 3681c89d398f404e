package io.perfline.sims.workload;

import io.perfline.core.project.Durations;
import io.perfline.core.project.GatlingSimulation;
import io.perfline.core.project.RequiredVariable;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Shard;
import java.util.List;

/**
 * A Gatling simulation of a {@code perf.yml}, which generates its load itself.
 *
 * @param own the settings of a paired comparison
 */
public record SimulationSpec(GatlingSimulation simulation, CaseSettings own) implements LoadSpec {
  @Override
  public CaseSettings settings() {
    return own.with("simulation", simulation.type());
  }

  @Override
  public List<RequiredVariable> variables() {
    return simulation.variables();
  }

  @Override
  public Load load(Durations durations, long seed, Shard shard) {
    throw new IllegalStateException("Gatling drives the load of " + simulation.name());
  }
}
