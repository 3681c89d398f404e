package io.perfline.gate.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxRow;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DecisionsTest {

  private static final Map<String, Integer> COLUMNS =
      Map.of(Column.TIME, 0, Column.RUN, 1, Column.TEXT, 2);

  @Test
  void theNewestDecisionOnARunCounts() {
    Selection.Decisions decisions =
        Selection.Decisions.of(
            Stream.of(
                event(2, "confirmed", "FAIL: slower"),
                event(1, "confirmed", "WARN: undecided"),
                event(1, "repaired", "INVALID: no verdict"),
                event(2, "repaired", "PASS: all limits are met")),
            Stream.of());

    assertThat(decisions.accepted("confirmed")).isFalse();
    assertThat(decisions.accepted("repaired")).isTrue();
  }

  private static InfluxRow event(long time, String run, String text) {
    return new InfluxRow(COLUMNS, Map.of(), new Object[] {time, run, text});
  }
}
