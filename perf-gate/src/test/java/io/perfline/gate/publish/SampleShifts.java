package io.perfline.gate.publish;

import io.perfline.gate.trend.Shift;
import java.time.Instant;

/** A level shift for tests. */
final class SampleShifts {

  private SampleShifts() {}

  /** Less throughput from the run on that started then. */
  static Shift shift(String caseName, Instant time) {
    return new Shift(
        caseName,
        "direct",
        "ab12",
        "throughput",
        100,
        80,
        "msg/s",
        -20,
        new Shift.First("r2", "0b", time),
        "0a",
        "0b",
        7,
        Shift.State.NEW,
        "");
  }
}
