package io.perfline.sims.workload;

import io.perfline.core.project.CustomDriverLoad;
import io.perfline.core.project.DrivenLoad;
import io.perfline.core.project.Durations;
import io.perfline.core.project.LoadModel;
import io.perfline.core.project.Replay;
import io.perfline.core.project.RequiredVariable;
import io.perfline.core.project.Scenario;
import io.perfline.core.project.ScenarioRequest;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Shard;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A load of a {@code perf.yml}.
 *
 * @param own further settings: those of the team's own driver, of a search for the capacity, or of
 *     a paired comparison
 */
public record ProjectSpec(DrivenLoad load, CaseSettings own) implements LoadSpec {

  private static final Set<String> READING_METHODS = Set.of("GET", "HEAD", "OPTIONS");

  @Override
  public CaseSettings settings() {
    CaseSettings all = EngineLoad.of(load).in(own);
    if (load instanceof Replay replay) {
      return all.with(Replay.DRIVER, String.valueOf(replay.file().getFileName()))
          .with("rhythm", replay.rhythm());
    }
    LoadModel model = load.model();
    if (!(load instanceof CustomDriverLoad)) {
      all = all.with(load.driver(), load.name());
    }
    if (load instanceof Scenario scenario && scenario.protocol().isShared()) {
      all =
          all.with(LoadKeys.CONNECTIONS, (long) model.connections())
              .with(Scenario.PROTOCOL, scenario.protocol().toString())
              .with(Scenario.STREAMS, (long) scenario.streams());
    }
    if (load instanceof Scenario scenario && scenario.weights() != null) {
      all = all.with(Scenario.MIX, scenario.weights());
    }
    Duration thinkTime = model.thinkTime();
    return thinkTime.isZero() ? all : all.with(LoadModel.THINK_TIME, thinkTime);
  }

  @Override
  public List<RequiredVariable> variables() {
    return load.variables();
  }

  @Override
  public boolean changesData() {
    return load instanceof Scenario scenario
        && !scenario.requests().stream()
            .map(ScenarioRequest::method)
            .allMatch(READING_METHODS::contains);
  }

  @Override
  public Load load(Durations durations, long seed, Shard shard) {
    return EngineLoad.of(load).load(durations, seed, shard);
  }

  /** Returns this load with a further setting. */
  public ProjectSpec with(String key, Object value) {
    return new ProjectSpec(load, own.with(key, value));
  }
}
