package io.perfline.gate.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.gate.metric.Metric;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A file that limits what can't be judged is rejected when it is read, not after the load. */
class MetricLimitsTest {

  @ParameterizedTest
  @EnumSource
  void onlyMetricsWithAValueHaveAbsoluteLimits(Metric metric) {
    String unit = metric.unit().symbol();
    String limit = metric.smallerIsBetter() ? "<= 7 " + unit : ">= 7 " + unit;

    accepts(metric, limit, "", metric.hasValue());
  }

  @ParameterizedTest
  @EnumSource
  void onlyMetricsOfSlicesAndDeploymentsAreComparedInPairs(Metric metric) {
    accepts(metric, change(metric), "baseline: pairs", metric.comparesInPairs());
  }

  @ParameterizedTest
  @EnumSource
  void onlyMetricsInTheHistoryAreComparedWithIt(Metric metric) {
    accepts(
        metric,
        change(metric),
        "baseline: main",
        metric.comparesWithHistory() && !metric.difference());
  }

  private static String change(Metric metric) {
    return metric.difference()
        ? "<= +100 " + metric.unit().symbol()
        : metric.smallerIsBetter() ? "<= +5 %" : ">= -5 %";
  }

  private static void accepts(Metric metric, String limit, String baseline, boolean accepted) {
    String text =
        """
        version: 1
        thresholds:
          - {id: a, case: a, metric: %s, pass: '%s', %s}
          - {id: b, case: a, metric: cpu, pass: '<= +5 %%', baseline: pairs}
          - {id: c, case: a, metric: cpu, pass: '<= +5 %%', baseline: main}
        baselines:
          pairs: {paired: true}
          main: {branch: main}
        """
            .formatted(metric.id(), limit, baseline);

    if (accepted) {
      assertThat(ThresholdsFile.read("t.yml", text).thresholds()).hasSize(3);
    } else {
      assertThatThrownBy(() -> ThresholdsFile.read("t.yml", text))
          .isInstanceOf(Fault.class)
          .hasMessageContaining("t.yml:3")
          .hasMessageContaining(metric.id());
    }
  }
}
