package io.perfline.gate.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.run.CaseResult;
import io.perfline.core.sample.SampleRuns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricTest {

  /** A metric without a rule of its own would be an error here, rather than a time. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EFFICIENCY") // of two cases
  void everyMetricHasAValueOrIsUnknown(Metric metric) {
    CaseResult result = SampleRuns.measured("http/record", SampleRuns.times(1000, 2000));

    double value = metric.of(result);

    assertThat(Double.isNaN(value) || value >= 0).as(metric + " is " + value).isTrue();
    assertThat(metric.isFrom(MetricSource.TIMES))
        .isEqualTo(metric.name().matches("(RESPONSE|SERVICE)_TIME_.*"));
  }

  @Test
  void otherMetricsAreNotReadFromTimes() {
    assertThatThrownBy(() -> Metric.CATCH_UP.of(SampleRuns.times(1000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("catch_up is not a response or service time");
  }
}
