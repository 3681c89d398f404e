package io.perfline.sims.workload;

import io.perfline.core.project.DrivenLoad;
import io.perfline.core.project.Durations;
import io.perfline.core.project.LoadModel;
import io.perfline.core.project.Rate;
import io.perfline.core.project.Replay;
import io.perfline.core.project.Scenario;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Load.Arrivals;
import io.perfline.sims.engine.Shard;
import java.time.Duration;
import java.util.Locale;

/**
 * The load that the engine drives, as a file describes it: the same for a load of {@code perf.yml}
 * and a case of a workload file.
 *
 * @param connections the number of concurrent sessions with which the load starts
 * @param grows whether an open model opens further connections as it needs them
 * @param inFlight the maximum number of unanswered requests per connection
 * @param rate the rate of an open model; null in the closed model
 * @param timeout the time after which a whole session counts as unanswered
 * @param thinkTime the longest sum of the think times of a session
 */
public record EngineLoad(
    Arrivals arrivals,
    int connections,
    boolean grows,
    int inFlight,
    Rate rate,
    Duration timeout,
    Duration thinkTime) {

  /** The number of connections with which a replay begins; it opens more as it needs them. */
  private static final int REPLAY_CONNECTIONS = 4;

  private static final int MAX_REPLAY_CONNECTIONS = 2000;

  /** The default limit of an open model, which only bounds memory. */
  private static final int OPEN_IN_FLIGHT = 10_000;

  private static final int CLOSED_IN_FLIGHT = 1;

  static EngineLoad of(DrivenLoad load) {
    LoadModel model = load.model();
    if (load instanceof Replay) {
      return new EngineLoad(
          Arrivals.SEQUENCE,
          REPLAY_CONNECTIONS,
          false,
          1,
          model.rate(),
          model.timeout(),
          Duration.ZERO);
    }
    Arrivals open = model.poisson() ? Arrivals.POISSON : Arrivals.CONSTANT;
    return new EngineLoad(
        model.isOpen() ? open : Arrivals.CLOSED,
        load instanceof Scenario scenario ? scenario.sessionsAtOnce() : model.connections(),
        load instanceof Scenario && model.isGrowing(), // only connections of HTTP can be added
        inFlight(model.isOpen()),
        model.rate(),
        load.wholeTimeout(),
        load.longestThinkTime());
  }

  /** Returns the load of settings by {@link LoadKeys#keys}: an open model if they have a rate. */
  public static EngineLoad of(CaseSettings settings) {
    boolean open = settings.has(LoadKeys.RATE);
    return new EngineLoad(
        open
            ? Arrivals.valueOf(settings.choice(LoadKeys.ARRIVALS).toUpperCase(Locale.ROOT))
            : Arrivals.CLOSED,
        settings.number(LoadKeys.CONNECTIONS),
        false,
        settings.has(LoadKeys.IN_FLIGHT) ? settings.number(LoadKeys.IN_FLIGHT) : inFlight(open),
        open ? Rate.constant(settings.count(LoadKeys.RATE)) : null,
        settings.duration(LoadKeys.TIMEOUT),
        Duration.ZERO);
  }

  private static int inFlight(boolean open) {
    return open ? OPEN_IN_FLIGHT : CLOSED_IN_FLIGHT;
  }

  /** Adds this load to the settings of its driver, in the form of {@code run.json}. */
  public CaseSettings in(CaseSettings own) {
    CaseSettings all =
        own.without(LoadKeys.ARRIVALS)
            .with(LoadKeys.CONNECTIONS, (long) connections)
            .with(LoadKeys.IN_FLIGHT, (long) inFlight)
            .with(LoadKeys.TIMEOUT, timeout);
    if (grows) {
      long most = Load.enough(rate.max(), timeout.plus(thinkTime));
      all = all.with(LoadKeys.CONNECTIONS_MOST, most);
    }
    if (arrivals == Arrivals.CLOSED || arrivals == Arrivals.SEQUENCE) {
      return all;
    }
    boolean whole = !rate.isRamp() && rate.from() == Math.rint(rate.from());
    return all.with(LoadKeys.RATE, whole ? (Object) (long) rate.from() : rate.toString())
        .with(LoadKeys.ARRIVALS, arrivals.name().toLowerCase(Locale.ROOT));
  }

  /** Returns the load of a case, which is as long as its ramp, if it has one. */
  public Load load(Durations durations, long seed, Shard shard) {
    Duration duration = durations.duration();
    boolean longer = rate != null && rate.isRamp() && duration.compareTo(rate.over()) < 0;
    boolean replays = arrivals == Arrivals.SEQUENCE;
    double perSecond = rate == null ? 0 : rate.max();
    int enough = replays ? MAX_REPLAY_CONNECTIONS : Load.enough(perSecond, timeout.plus(thinkTime));
    return new Load(
        arrivals,
        connections,
        inFlight,
        rate,
        durations.warmUp(),
        replays ? durations.warmUp() : durations.warmUpMost(),
        longer ? rate.over() : duration,
        timeout,
        seed,
        shard,
        grows || replays ? Math.max(connections, enough) : connections,
        enough);
  }
}
