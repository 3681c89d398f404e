package io.perfline.sims.workload;

import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.SettingKey;
import java.time.Duration;
import java.util.List;

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

  /** Returns whether a result that consists only of errors is valid. */
  public static boolean mayBeRefused(CaseSettings settings) {
    return settings.has(REFUSAL);
  }
}
