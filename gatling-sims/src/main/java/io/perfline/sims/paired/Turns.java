package io.perfline.sims.paired;

import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.engine.Load;
import io.perfline.sims.server.CostMeter;
import java.time.Duration;

/**
 * Into how many turns a slice is cut, which alternate with those of the other side. On what cores
 * threads meet and how they wake each other is drawn anew whenever load begins, and then stays: as
 * often as it is drawn, so much less a pair scatters.
 *
 * @param slice load on one side of a pair, in all of its turns together
 * @param count how many at most; fewer where they take longer than the pair should
 */
record Turns(Duration slice, int count) {

  /** Arrivals of an open model in a turn, that its edges don't change the rate. */
  private static final double FEWEST_ARRIVALS = 10;

  static Turns of(CaseSettings settings, Load load, CostMeter meter) {
    Duration slice = settings.duration(PairedKeys.SLICE);
    int count = settings.number(PairedKeys.TURNS);
    if (!meter.readsAside()) {
      count = 1;
    } else if (load.open()) {
      double arrivals = load.ratePerSecond() * slice.toNanos() / 1e9;
      count = (int) Math.max(1, Math.min(count, arrivals / FEWEST_ARRIVALS));
    }
    return new Turns(slice, count);
  }

  Duration each() {
    return slice.dividedBy(count);
  }
}
