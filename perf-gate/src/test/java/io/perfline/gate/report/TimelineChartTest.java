package io.perfline.gate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimelineChartTest {

  @Test
  void labelsItsTimes() {
    String svg =
        TimelineChart.times("times", "Times", "service time", Map.of("a", List.of())).svg();

    assertThat(svg).contains(">service time, ms: average over least to most<");
  }
}
