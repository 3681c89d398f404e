package io.perfline.gate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.Runs;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.List;
import org.junit.jupiter.api.Test;

class BrokenChartTest {

  private static final BaselineOrigin PARENT =
      new BaselineOrigin("parent", "paired", List.of(), 1.0, "ms", "the parent, beside it");

  private final Slice fast = slice(Runs.uniform(100));
  private final Slice slow = slice(Runs.uniform(9_000));
  private final CaseResult paired =
      Runs.http("http/record", "recorder", Runs.uniform(100))
          .withPairs(
              List.of(new SlicePair(1, true, slow, fast), new SlicePair(1, false, null, fast)));

  @Test
  void showsWhatWasComparedInPairsBesideItsBaseline() {
    String svg =
        PercentileChart.exceeded(line("service_time.p50", PARENT), paired).orElseThrow().svg();

    assertThat(svg).contains(">this build<", ">baseline<", ">service time, ms<");
  }

  @Test
  void showsAnAbsoluteLimitOnTheCaseAlone() {
    String svg =
        PercentileChart.exceeded(line("response_time.p95", null), paired).orElseThrow().svg();

    assertThat(svg)
        .contains(">http/record<", ">response time, ms<", "&lt;= 2 ms")
        .doesNotContain(">baseline<");
  }

  @Test
  void isThereOfTimesAlone() {
    assertThat(PercentileChart.exceeded(line("cpu", PARENT), paired)).isEmpty();
  }

  @Test
  void isNotThereOfTimesThatWereNotMeasured() {
    CaseResult imported = paired.withTimes(Runs.uniform(100), null);
    SlicePair none = new SlicePair(1, true, null, null);

    assertThat(PercentileChart.exceeded(line("service_time.p95", null), imported)).isEmpty();
    assertThat(
            PercentileChart.exceeded(
                line("service_time.p50", PARENT), paired.withPairs(List.of(none))))
        .isEmpty();
  }

  private static Line line(String metric, BaselineOrigin baseline) {
    return new Line(
        "t",
        "http/record",
        "recorder",
        metric,
        baseline == null ? "<= 2 ms" : "<= +5 %",
        null,
        9.0,
        baseline == null ? "ms" : "%",
        null,
        2,
        baseline,
        Finding.BROKEN.outcome(),
        Finding.BROKEN,
        "it is");
  }

  private static Slice slice(TimeDistribution times) {
    return new Slice(0.2, times.count(), times.count(), 1000, 0, times, times);
  }
}
