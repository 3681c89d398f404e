package io.perfline.sims.workload;

import io.perfline.core.project.Durations;
import io.perfline.core.project.ProgramLoad;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Shard;

/**
 * A load of a {@code perf.yml} that is a program.
 *
 * @param own the settings of a paired comparison
 */
public record ProgramSpec(ProgramLoad program, CaseSettings own) implements LoadSpec {
  @Override
  public CaseSettings settings() {
    return own.with("command", program.command());
  }

  @Override
  public Load load(Durations durations, long seed, Shard shard) {
    throw new IllegalStateException("the program drives the load of " + program.name());
  }
}
