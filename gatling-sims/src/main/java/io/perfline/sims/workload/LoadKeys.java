package io.perfline.sims.workload;

import io.perfline.core.project.Durations;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Load.Arrivals;
import io.perfline.sims.engine.Shard;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The settings of the engine's load, for all drivers. */
public final class LoadKeys {

  public static final String CONNECTIONS = "connections";

  /** The number up to which an open model opens connections as it needs them. */
  public static final String CONNECTIONS_MOST = "connections_most";

  /** The number of requests in flight on each connection. */
  public static final String IN_FLIGHT = "in_flight";

  /** Requests per second over all connections. */
  public static final String RATE = "rate";

  /** The spacing of an open model's requests. */
  public static final String ARRIVALS = "arrivals";

  /** The time after which a request counts as unanswered. */
  public static final String TIMEOUT = "timeout";

  private static final String REFUSAL = "refusal";
  private static final String RESULT = "result";

  /** The default limit of an open model, which only bounds memory. */
  private static final int OPEN_IN_FLIGHT = 10_000;

  private static final int CLOSED_IN_FLIGHT = 1;

  private static final List<SettingKey> KEYS =
      List.of(
          SettingKey.count(CONNECTIONS, 1L, "Sets the number of connections."),
          SettingKey.count(IN_FLIGHT, null, "Limits the requests in flight per connection."),
          SettingKey.count(
              RATE,
              null,
              "Sets the requests per second of all connections together, in an open model."),
          SettingKey.choice(
              ARRIVALS,
              "Sets the arrivals of an open model: equally spaced (constant) or as a Poisson"
                  + " process (poisson).",
              "constant",
              "poisson"),
          SettingKey.duration(
              TIMEOUT,
              Duration.ofSeconds(10),
              "Sets the time after which a request without a response fails."),
          new SettingKey(
              REFUSAL,
              SettingKey.Kind.CHOICE,
              List.of(RESULT),
              null,
              "Accepts a server that refuses every request as a valid result."));

  private LoadKeys() {}

  /** Returns the keys that are allowed in addition to a driver's own. */
  public static List<SettingKey> keys() {
    return KEYS;
  }

  /** Returns the load of {@link #complete} settings, in an open model if they have a rate. */
  public static Load load(CaseSettings settings, Durations durations, long seed, Shard shard) {
    boolean open = settings.has(RATE);
    Arrivals arrivals =
        open
            ? Arrivals.valueOf(settings.choice(ARRIVALS).toUpperCase(Locale.ROOT))
            : Arrivals.CLOSED;
    return new Load(
        arrivals,
        settings.number(CONNECTIONS),
        settings.number(IN_FLIGHT),
        open ? settings.count(RATE) : 0,
        durations.warmUp(),
        durations.warmUpMost(),
        durations.duration(),
        settings.duration(TIMEOUT),
        seed,
        shard);
  }

  /** Returns whether a result that consists only of errors is valid. */
  public static boolean mayBeRefused(CaseSettings settings) {
    return settings.has(REFUSAL);
  }

  /** Adds the defaults of the load model, and removes the settings that it does not use. */
  public static CaseSettings complete(CaseSettings settings) {
    boolean open = settings.has(RATE);
    CaseSettings used = open ? settings : settings.without(ARRIVALS);
    if (used.has(IN_FLIGHT)) {
      return used;
    }
    return used.with(IN_FLIGHT, (long) inFlight(open));
  }

  /** Returns the default number of requests in flight per connection. */
  static int inFlight(boolean open) {
    return open ? OPEN_IN_FLIGHT : CLOSED_IN_FLIGHT;
  }
}
