package io.perfline.gate.publish;

import io.perfline.core.run.Run;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.SchemaPoint;
import java.time.Duration;

/**
 * Where in time a run lies: what a link to its seconds says, as {@code time} and {@code
 * time.window}. The stretch is a tenth longer than the run, and 10 s at least.
 *
 * @param middleMs milliseconds since 1970
 * @param lengthMs of the stretch around it
 */
record RunWindow(long middleMs, long lengthMs) {

  private static final long SHORTEST_MS = 10_000;

  static RunWindow of(Run run) {
    long length = Duration.between(run.started(), run.ended()).toMillis();
    return new RunWindow(
        run.started().toEpochMilli() + length / 2, Math.max(SHORTEST_MS, length + length / 10));
  }

  /** Adds itself to a point. */
  SchemaPoint mark(SchemaPoint point) {
    return point.field(Column.RUN_MIDDLE_MS, middleMs).field(Column.RUN_WINDOW_MS, lengthMs);
  }
}
