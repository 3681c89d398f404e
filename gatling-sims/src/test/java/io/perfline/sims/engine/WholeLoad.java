package io.perfline.sims.engine;

import io.perfline.sims.engine.Load.Arrivals;
import java.time.Duration;

/** Loads for one generator with a fixed warm-up. */
public final class WholeLoad {

  private WholeLoad() {}

  public static Load of(
      Arrivals arrivals,
      int connections,
      int inFlight,
      double ratePerSecond,
      Duration warmUp,
      Duration duration,
      Duration timeout,
      long seed) {
    return new Load(
        arrivals,
        connections,
        inFlight,
        ratePerSecond,
        warmUp,
        warmUp,
        duration,
        timeout,
        seed,
        Shard.WHOLE);
  }

  /** Returns a closed load with a number of connections and of requests in flight on each. */
  public static Load closed(
      int connections, int inFlight, Duration warmUp, Duration duration, Duration timeout) {
    return of(Arrivals.CLOSED, connections, inFlight, 0, warmUp, duration, timeout, 0);
  }
}
