package io.perfline.sims.workload;

import io.perfline.core.project.DrivenLoad;
import io.perfline.core.project.DriverLoad;
import io.perfline.core.project.Durations;
import io.perfline.core.project.LoadModel;
import io.perfline.core.project.Rate;
import io.perfline.core.project.Replay;
import io.perfline.core.project.RequiredVariable;
import io.perfline.core.project.Scenario;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Ramp;
import io.perfline.sims.engine.Shard;
import java.time.Duration;
import java.util.List;

/**
 * A load of a {@code perf.yml}.
 *
 * @param own further settings: those of the team's own driver, of a search for the capacity, or of
 *     a paired comparison
 */
public record ProjectSpec(DrivenLoad load, CaseSettings own) implements LoadSpec {

  /** The number of connections with which a replay begins; it opens more as it needs them. */
  private static final int REPLAY_CONNECTIONS = 4;

  private static final int MAX_REPLAY_CONNECTIONS = 2000;

  @Override
  public CaseSettings settings() {
    if (load instanceof Replay replay) {
      return own.with(LoadKeys.CONNECTIONS, (long) REPLAY_CONNECTIONS)
          .with(LoadKeys.TIMEOUT, replay.timeout())
          .with(Replay.DRIVER, String.valueOf(replay.file().getFileName()))
          .with("rhythm", replay.rhythm());
    }
    LoadModel model = load.pace();
    CaseSettings all =
        own.with(LoadKeys.CONNECTIONS, (long) model.connections())
            .with(LoadKeys.TIMEOUT, load.wholeTimeout());
    if (!(load instanceof DriverLoad)) {
      all = all.with(load.driver(), load.name());
    }
    if (grows()) {
      Duration longest = load.wholeTimeout().plus(load.longestThinkTime());
      all = all.with(LoadKeys.CONNECTIONS_MOST, (long) Load.enough(model.ratePerSecond(), longest));
    }
    if (model.isOpen()) {
      all =
          all.with(LoadKeys.RATE, setting(model.rate()))
              .with(LoadKeys.ARRIVALS, model.poisson() ? "poisson" : "constant");
    }
    if (load instanceof Scenario scenario && scenario.protocol().isShared()) {
      all =
          all.with(Scenario.PROTOCOL, scenario.protocol().toString())
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

  /** Returns whether connections are added as needed, as only those of HTTP can be. */
  private boolean grows() {
    return load instanceof Scenario && load.pace().isGrowing();
  }

  @Override
  public Load load(Durations durations, long seed, Shard shard) {
    if (load instanceof Replay replay) {
      return replay(replay, durations, seed, shard);
    }
    LoadModel model = load.pace();
    Load.Arrivals open = model.poisson() ? Load.Arrivals.POISSON : Load.Arrivals.CONSTANT;
    boolean ramps = model.isRamp();
    Duration duration = durations.duration();
    Load fixed =
        new Load(
            model.isOpen() ? open : Load.Arrivals.CLOSED,
            load instanceof Scenario scenario ? scenario.sessionsAtOnce() : model.connections(),
            LoadKeys.inFlight(model.isOpen()),
            model.ratePerSecond(),
            durations.warmUp(),
            durations.warmUpMost(),
            ramps && duration.compareTo(model.rate().over()) < 0 ? model.rate().over() : duration,
            load.wholeTimeout(),
            seed,
            shard);
    Load thinking = fixed.thinking(load.longestThinkTime(), grows());
    return ramps ? thinking.ramped(ramp(model.rate())) : thinking;
  }

  /** Returns a load whose mean rate is known when its recording has been read. */
  private static Load replay(Replay replay, Durations durations, long seed, Shard shard) {
    return new Load(
        Load.Arrivals.SEQUENCE,
        REPLAY_CONNECTIONS,
        1,
        replay.pace().ratePerSecond(),
        durations.warmUp(),
        durations.warmUp(),
        durations.duration(),
        replay.timeout(),
        seed,
        shard,
        MAX_REPLAY_CONNECTIONS,
        MAX_REPLAY_CONNECTIONS,
        null);
  }

  /** Returns a whole number, as in workload files, or a text. */
  private static Object setting(Rate rate) {
    String text = rate.toString();
    return text.matches("\\d+") ? (Object) Long.valueOf(text) : text;
  }

  private static Ramp ramp(Rate rate) {
    return new Ramp(rate.from(), rate.to(), rate.over(), rate.steps());
  }

  /** Returns this load with a further setting. */
  public ProjectSpec with(String key, Object value) {
    return new ProjectSpec(load, own.with(key, value));
  }
}
