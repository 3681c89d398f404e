package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.run.CaseResult;
import io.perfline.core.sample.SampleRuns;
import io.perfline.gate.thresholds.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CaseMetricsTest {

  /** A metric without a rule of its own would be an error here, rather than a time. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EFFICIENCY") // of two cases
  void everyMetricHasAValueOrIsUnknown(Metric metric) {
    CaseResult result = SampleRuns.measured("http/record", SampleRuns.times(1000, 2000));

    double value = CaseMetrics.value(metric, result);

    assertThat(Double.isNaN(value) || value >= 0).as(metric + " is " + value).isTrue();
    assertThat(metric.time()).isEqualTo(metric.name().matches("(RESPONSE|SERVICE)_TIME_.*"));
  }

  @Test
  void otherMetricsAreNotReadFromTimes() {
    assertThatThrownBy(() -> CaseMetrics.milliseconds(Metric.CATCH_UP, SampleRuns.times(1000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("catch_up is not a response or service time");
  }
}
