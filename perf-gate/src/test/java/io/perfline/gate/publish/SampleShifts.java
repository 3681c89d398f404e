package io.perfline.gate.publish;

import io.perfline.gate.history.CaseStatus;
import io.perfline.gate.history.Freshness;
import io.perfline.gate.history.Shift;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.Estimate;
import java.time.Instant;
import java.util.List;

/** Creates level shifts. */
final class SampleShifts {

  private SampleShifts() {}

  /** Returns a shift to less throughput from a run on. */
  static Shift shift(String caseName, Instant time) {
    return shift(caseName, Metric.THROUGHPUT, time);
  }

  /** Returns a shift of a metric by −20 % from a run on. */
  static Shift shift(String caseName, Metric metric, Instant time) {
    return new Shift(
        caseName,
        "direct",
        "ab12",
        metric.id(),
        100,
        80,
        metric.unit().symbol(),
        -20,
        new Shift.First("r2", "0b", time),
        "0a",
        "0b",
        7,
        Shift.State.NEW,
        "");
  }

  /** Returns a case that is slower from a run on. */
  static CaseStatus status(String caseName, String run, Instant time) {
    return status(caseName, run, time, CaseStatus.State.WORSE);
  }

  static CaseStatus status(String caseName, String run, Instant time, CaseStatus.State state) {
    return new CaseStatus(
        caseName,
        "direct",
        Metric.RESPONSE_TIME_P95,
        new PastCase(run, "0b", time, 0, 0, metric -> 112),
        112,
        List.of(99.0, 101.0, 112.0),
        100,
        new Estimate(0.113, 0.09, 0.14, 60, "a test's"),
        state,
        Freshness.NEWEST,
        new Shift.First("r2", "0b", time),
        "0a",
        "0b");
  }
}
