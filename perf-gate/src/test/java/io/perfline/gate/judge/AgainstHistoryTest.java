package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.gate.Runs;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares with earlier runs, which are the samples. */
class AgainstHistoryTest {

  @ParameterizedTest(name = "{0} runs at {1} ms → {2}: {3}")
  @CsvSource({
    "20, 50.5, within_pass, 20 runs",
    "20, 40, broken, 20 runs",
    "20, 48, undecided, 20 runs",
    "5, 50.5, not_tested, 5 of at least 8 runs",
    "0, 50.5, not_tested, 0 of at least 8 runs",
  })
  void comparesWithEarlierRuns(int runs, double mean, String finding, String message) {
    Line line =
        Judged.line(
            Runs.good(),
            Judged.relative("response_time.mean", "<= +5 %", null, "main"),
            history(runs, mean));

    assertThat(line.finding().id()).as(line.reason()).isEqualTo(finding);
    assertThat(line.reason()).contains(message);
    assertThat(line.baseline().paired()).isFalse();
    assertThat(line.baseline().runs()).hasSize(runs);
  }

  @Test
  void onlyRunsSinceTheLevelChangedCount() {
    double[] means = new double[20];
    Random random = new Random(1);
    for (int i = 0; i < 20; i++) {
      means[i] = (i < 10 ? 30 : 50.5) * (1 + 0.01 * random.nextGaussian());
    }

    Line line =
        Judged.line(
            Runs.good(),
            Judged.relative("response_time.mean", "<= +5 %", null, "main"),
            history(means));

    assertThat(line.finding()).as(line.reason()).isEqualTo(Finding.WITHIN_PASS);
    assertThat(line.reason()).contains("10 runs since its level changed");
    assertThat(line.baseline().runs()).startsWith("r10").hasSize(10);
  }

  @Test
  void aLevelThatIsTooYoungIsNotTested() {
    double[] means = new double[20];
    for (int i = 0; i < 20; i++) {
      means[i] = (i < 14 ? 30 : 50) + i * 7 % 5;
    }

    Line line =
        Judged.line(
            Runs.good(),
            Judged.relative("response_time.mean", "<= +5 %", null, "main"),
            history(means));

    assertThat(line.finding()).isEqualTo(Finding.NOT_TESTED);
    assertThat(line.reason()).contains("6 of at least 8 runs since the level changed with run r14");
  }

  @ParameterizedTest(name = "{0} lost, {1} in one earlier run, otherwise 0: {2}")
  @CsvSource({"0, 0, within_pass", "0, 9, within_pass", "5, 0, not_measured", "5, 9, not_measured"})
  void thereIsNoPercentageOfZero(long lost, double earlier, String finding) {
    CaseResult result =
        Runs.http("http/record", "recorder", Runs.uniform(1000))
            .withFigures(Map.of("undelivered", (double) lost));
    double[] values = new double[20];
    values[7] = earlier;

    Line line =
        Judged.line(
            Runs.run(List.of(result)),
            Judged.relative("undelivered", "<= +10 %", null, "main"),
            history(Metric.UNDELIVERED, values));

    assertThat(line.finding().id()).as(line.reason()).isEqualTo(finding);
  }

  @Test
  void anUnreadableHistoryGivesNoVerdict() {
    History down =
        (baseline, candidate, metrics) -> {
          throw Fault.noVerdict("cannot read the baselines");
        };

    assertThatThrownBy(
            () ->
                Judged.line(
                    Runs.good(),
                    Judged.relative("response_time.mean", "<= +5 %", null, "main"),
                    down))
        .isInstanceOfSatisfying(Fault.class, f -> assertThat(f.exitCode()).isEqualTo(3));
  }

  private static History history(int runs, double mean) {
    double[] means = new double[runs];
    Random random = new Random(7);
    for (int i = 0; i < runs; i++) {
      means[i] = mean * (1 + 0.01 * random.nextGaussian());
    }
    return history(means);
  }

  private static History history(double... means) {
    return history(Metric.RESPONSE_TIME_MEAN, means);
  }

  private static History history(Metric measured, double... values) {
    List<PastCase> cases = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      double value = values[i];
      cases.add(
          new PastCase(
              "r" + i,
              "c" + i,
              Runs.START.minusSeconds(3600L * (values.length - i)),
              1000,
              0,
              metric -> metric == measured ? value : Double.NaN));
    }
    return (baseline, candidate, metrics) ->
        new PastRuns(Map.of(PastRuns.key("http/record", "recorder"), cases), "", "");
  }
}
