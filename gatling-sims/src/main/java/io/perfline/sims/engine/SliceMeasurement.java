package io.perfline.sims.engine;

import io.perfline.core.run.Counted;
import io.perfline.core.run.Counts;

/**
 * The results of a slice.
 *
 * @param seconds the time from the start to the planned end, or to the last response if that came
 *     later; in an open model the shortest service time is subtracted from the latter, so that a
 *     service that keeps up with the rate has the intended throughput
 * @param counts its requests; errors include those that were never sent
 * @param sent the number of requests that were sent within the planned length
 * @param connections null unless an open model's connections carry one request at a time
 */
public record SliceMeasurement(double seconds, Counts counts, long sent, ConnectionUse connections)
    implements Counted {

  /** Returns the sum of this slice and the next one. */
  public SliceMeasurement plus(SliceMeasurement next) {
    return new SliceMeasurement(
        seconds + next.seconds,
        counts.plus(next.counts),
        sent + next.sent,
        connections == null ? null : connections.plus(next.connections));
  }

  /** Returns whether the slice has no result, not even an error. */
  public boolean isEmpty() {
    return counts.all() == 0;
  }
}
