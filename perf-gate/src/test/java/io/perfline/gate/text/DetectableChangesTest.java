package io.perfline.gate.text;

import static io.perfline.gate.judge.PairedRuns.judge;
import static io.perfline.gate.judge.PairedRuns.limit;
import static io.perfline.gate.judge.PairedRuns.only;
import static io.perfline.gate.judge.PairedRuns.paired;
import static io.perfline.gate.judge.PairedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DetectableChangesTest {

  /** The change of the same pairs is at the detectable change, just below it and just beyond it. */
  @ParameterizedTest
  @CsvSource({"cpu, <= +10 %, 1", "cpu, <= +3 %, 1", "throughput, >= -10 %, -1"})
  void aChangeBeyondTheDetectableOneFails(String metric, String pass, int worse) {
    Line unchanged = only(run(paired(1, 50, 50)), limit(metric, pass));

    double detectable = unchanged.detectable();
    assertThat(worse * detectable)
        .isGreaterThanOrEqualTo(Math.abs(unchanged.bound().orElseThrow()));
    if (metric.equals("cpu")) { // throughput does not scatter here
      double factor = (1 + detectable / 100) / (1 + unchanged.value() / 100);
      assertThat(only(run(paired(factor * 1.0001, 50, 50)), limit(metric, pass)).finding())
          .isEqualTo(Finding.EXCEEDED);
      assertThat(only(run(paired(factor * 0.9999, 50, 50)), limit(metric, pass)).finding())
          .isNotEqualTo(Finding.EXCEEDED);
    }
  }

  /** Rare events have intervals that depend on their number, and no claim can be made. */
  @Test
  void rareEventsHaveNone() {
    assertThat(only(run(paired(1, 50, 50)), limit("stalls", "<= +20 %")).detectable()).isNull();
  }

  @Test
  void aPassNamesTheSmallest() {
    String summary = judge(run(paired(1, 50, 50)), limit("cpu", "<= +10 %")).summary();

    assertThat(summary)
        .matches(
            ".*; the one limit measured by the profile commit is met; about \\+1\\d % of CPU"
                + " would have failed\\.");
  }

  @Test
  void theSmallestOfTimeAndOfCpuCount() {
    assertThat(
            DetectableChanges.of(
                List.of(
                    line("home", "service_time.p99", 38.0),
                    line("home", "service_time.mean", 7.2),
                    line("home", "cpu", 6.0),
                    line("home", "cpu_total", 8.1),
                    line("home", "allocation", 3.3))))
        .contains("about +8 % of time or +6 % of CPU would have failed");
  }

  @Test
  void severalCasesAreNamed() {
    assertThat(
            DetectableChanges.of(
                List.of(line("home", "service_time.p50", 7.2), line("cart", "cpu", 6.01))))
        .contains("about +8 % of time in home or +7 % of CPU in cart would have failed");
  }

  @Test
  void unknownChangesAreLeftOut() {
    assertThat(DetectableChanges.of(List.of(line("home", "service_time.mean", null)))).isEmpty();
    assertThat(DetectableChanges.of(List.of(line("home", "allocation", 4.0)))).isEmpty();
  }

  private static Line line(String caseName, String metric, Double detectable) {
    return SampleLines.withDetectable(
        SampleLines.line(
            "t",
            caseName,
            "service",
            metric,
            "<= +5 %",
            null,
            0.0,
            "%",
            null,
            100,
            SampleLines.paired("parent", 1.0, 1.0, "ms", null, "main~1"),
            Finding.WITHIN_PASS,
            "within"),
        detectable);
  }
}
