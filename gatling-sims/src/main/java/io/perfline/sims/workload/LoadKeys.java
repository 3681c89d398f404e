package io.perfline.sims.workload;

import io.perfline.sims.driver.Key;
import io.perfline.sims.driver.Settings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.engine.Load.Arrivals;
import io.perfline.sims.engine.Share;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The settings that say how the engine drives load, whatever the driver. */
public final class LoadKeys {

  /** How many connections. */
  public static final String CONNECTIONS = "connections";

  /** How many requests in flight on each. */
  public static final String IN_FLIGHT = "in_flight";

  private static final String RATE = "rate";
  private static final String ARRIVALS = "arrivals";
  private static final String TIMEOUT = "timeout";
  private static final String REFUSAL = "refusal";
  private static final String RESULT = "result";

  /** An open model's bound when its file gives none: only a bound on memory. */
  private static final long OPEN_IN_FLIGHT = 10_000;

  private static final long CLOSED_IN_FLIGHT = 1;

  private static final List<Key> KEYS =
      List.of(
          Key.count(CONNECTIONS, 1L, "connections, each with a thread of its own"),
          Key.count(IN_FLIGHT, null, "most requests unanswered on a connection"),
          Key.count(RATE, null, "requests a second over all connections; makes the model open"),
          Key.choice(ARRIVALS, "how an open model's requests are spaced", "constant", "poisson"),
          Key.duration(TIMEOUT, Duration.ofSeconds(10), "when a request counts as unanswered"),
          new Key(
              REFUSAL,
              Key.Kind.CHOICE,
              List.of(RESULT),
              null,
              "that a server which refuses every request has told what was asked"));

  private LoadKeys() {}

  /** The keys, to be allowed beside a driver's own. */
  public static List<Key> keys() {
    return KEYS;
  }

  /** The load that {@link #complete} settings ask for: closed unless they give a rate. */
  public static Load load(Settings settings, Pace pace, long seed, Share share) {
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
        pace.warmUp(),
        pace.warmUpMost(),
        pace.duration(),
        settings.duration(TIMEOUT),
        seed,
        share);
  }

  /** Whether nothing but errors is a result too. */
  public static boolean mayBeRefused(Settings settings) {
    return settings.has(REFUSAL);
  }

  /** Fills in what depends on the model and wasn't given, and drops what it has no use for. */
  public static Settings complete(Settings settings) {
    boolean open = settings.has(RATE);
    Settings used = open ? settings : settings.without(ARRIVALS);
    if (used.has(IN_FLIGHT)) {
      return used;
    }
    return used.with(IN_FLIGHT, open ? OPEN_IN_FLIGHT : CLOSED_IN_FLIGHT);
  }
}
