package io.perfline.sims.paired;

import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.server.PairMeter;
import java.time.Duration;

/**
 * The turns of a slice, which alternate with those of the other side. The scheduler places the
 * threads differently each time that load begins, and keeps that placement until the load ends;
 * several turns average this out.
 *
 * @param slice the load on one side of a pair, in all of its turns together
 * @param count the maximum number of turns; there are fewer if they take longer than the pair
 *     should
 */
record Turns(Duration slice, int count) {

  /** The fewest arrivals per turn of an open model for which a turn's edges do not matter. */
  private static final double MIN_ARRIVALS = 10;

  static Turns of(CaseSettings settings, Load load, PairMeter meter) {
    Duration slice = settings.duration(PairedKeys.SLICE);
    int count = settings.number(PairedKeys.TURNS);
    if (meter.shared() && !meter.readsAside()) {
      count = 1;
    } else if (load.open()) {
      double arrivals = load.ratePerSecond() * slice.toNanos() / 1e9;
      count = (int) Math.max(1, Math.min(count, arrivals / MIN_ARRIVALS));
    }
    return new Turns(slice, count);
  }

  Duration each() {
    return slice.dividedBy(count);
  }
}
