package io.perfline.gate.publish;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.TrendMarks;
import io.perfline.gate.history.HistoryPart;
import io.perfline.gate.history.Shift;
import io.perfline.gate.influx.Database;
import io.perfline.gate.metric.Metric;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Uses a real InfluxDB. */
class ShiftMarksIT {

  private final OneDatabase database = OneDatabase.create();

  @Test
  void replacesEarlierMarksOfLevelShifts() {
    database.publish(run("r1", START, measured("http/record", times(1))));
    Set<Metric> metrics = Set.of(Metric.THROUGHPUT);
    Shift other = SampleShifts.shift("http/browse", START);
    try (Database open = database.open()) {
      TrendMarks marks = marks(open, "commit");
      TrendMarks others = marks(open, "nightly");
      others.publish(metrics, List.of(other));
      marks.publish(metrics, List.of(SampleShifts.shift("http/record", START), other));
      assertThat(shifts()).hasSize(3);

      for (int i = 0; i < 2; i++) {
        marks.publish(metrics, List.of(SampleShifts.shift("http/record", START.plusSeconds(1))));
        assertThat(shifts()).hasSize(2);
      }
    }

    assertThat(shifts().get(1).subList(1, 3))
        .containsExactly(
            "http/record",
            "new: http/record (direct) throughput -20 %, 100 msg/s -> 80 msg/s,"
                + " after 0a, up to 0b");
    assertThat(database.rows("SELECT text FROM perf_event WHERE kind = 'deployment'")).hasSize(1);
  }

  private static TrendMarks marks(Database open, String profile) {
    return new TrendMarks(open, new HistoryPart("main", "local", profile, START.minusSeconds(9)));
  }

  private List<List<Object>> shifts() {
    return database.rows("SELECT \"case\", text FROM perf_event WHERE kind = 'shift'");
  }
}
