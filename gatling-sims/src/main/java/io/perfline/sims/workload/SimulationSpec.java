package io.perfline.sims.workload;

import io.perfline.core.project.Durations;
import io.perfline.core.project.GatlingSimulation;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Shard;
import java.util.Map;

/** A Gatling simulation of a {@code perf.yml}, which drives its load itself. */
public record SimulationSpec(GatlingSimulation simulation) implements LoadSpec {
  @Override
  public CaseSettings settings() {
    return new CaseSettings(Map.of("simulation", simulation.type()));
  }

  @Override
  public Load load(Durations durations, long seed, Shard shard) {
    throw new IllegalStateException("Gatling drives the load of " + simulation.name());
  }
}
