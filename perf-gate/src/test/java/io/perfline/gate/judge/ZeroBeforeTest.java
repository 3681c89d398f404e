package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.Runs;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.text.Wording;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Judges a relative limit on a metric that was 0 before. */
class ZeroBeforeTest {

  private static final String HINT = "a change from or to 0 has no percentage";

  @ParameterizedTest(name = "{0} was 0 and is {1}: {2}")
  @CsvSource({
    "score.bytes, 0, within_pass",
    "score.bytes, 48, not_measured",
    "score.byte_rate, 0, within_pass",
    "score.byte_rate, 48, not_measured",
    "score.time, 0, within_pass",
    "score.time, 3, not_measured",
    "score.duration, 0, within_pass",
    "score.duration, 7, not_measured",
    "score.count, 0, within_pass",
    "score.count, 7, not_measured",
    "recovery, 0, within_pass",
    "recovery, 4000, not_measured",
  })
  void comparesWithRunsOfZero(String metric, double now, String finding) {
    Line line = against(metric, "<= +10 %", now, new double[20]);

    assertThat(line.finding().id()).as(line.reason()).isEqualTo(finding);
    assertThat(line.reason()).doesNotContain("adds one");
    assertThat(line.reason().contains(HINT)).isEqualTo(now > 0);
    assertThat(line.baseline().runs()).hasSize(20);
  }

  /** Values below the resolution are values: leaving them out compared with the slow runs only. */
  @ParameterizedTest(name = "0 or 1 before, {0} now: {1}")
  @CsvSource({"0, within_pass", "1, undecided", "40, broken"})
  void comparesWithRunsOfWhichSomeAreZero(double now, String finding) {
    double[] before = new double[20];
    for (int i = 0; i < before.length; i++) {
      before[i] = i % 3 == 0 ? 1 : 0;
    }

    Line line = against("score.time", "<= +10 %", now, before);

    assertThat(line.finding().id()).as(line.reason()).isEqualTo(finding);
    assertThat(line.baseline().runs()).hasSize(20);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"throughput, '>= -10 %'", "cpu, '<= +10 %'", "score.rate, '>= -10 %'"})
  void zeroOfWhatIsNeverZeroWasNotMeasured(String metric, String pass) {
    Line line = against(metric, pass, 0, new double[20]);

    assertThat(line.finding()).as(line.reason()).isIn(Finding.NOT_TESTED, Finding.NOT_MEASURED);
  }

  @ParameterizedTest(name = "{0} allocated before, {1} now: {2}")
  @CsvSource({
    "0, 0, within_pass",
    "0, 48, not_measured",
    "48, 0, within_pass",
  })
  void comparesPairsOfZero(double before, double now, String finding) {
    Line line = PairedRuns.only(allocating(before, now, 100), limit("allocation"));

    assertThat(line.finding().id()).as(line.reason()).isEqualTo(finding);
    assertThat(line.reason().contains(HINT)).isEqualTo(now > 0);
  }

  @Test
  void fewPairsOfZeroDecideNothing() {
    Line line = PairedRuns.only(allocating(0, 0, 4), limit("allocation"));

    assertThat(line.finding()).as(line.reason()).isEqualTo(Finding.TOO_FEW_PAIRS);
  }

  @Test
  void furtherPairsAreNotMeasuredForAChangeFromZero() {
    Run run = allocating(0, 48, 100);
    PairedDecision decision =
        PairedDecision.of(
            ThresholdsFile.read("t.yml", limit("allocation")), run.catalogue(), entry -> true);

    assertThat(decision.decided(run.cases().get(0))).isTrue();
    assertThat(decision.isWithin(run.cases().get(0))).isFalse();
    assertThat(Wording.changes(decision.deciding(run.cases().get(0)))).contains(HINT);
  }

  private static String limit(String metric) {
    return PairedRuns.limit(metric, "<= +10 %");
  }

  private static Run allocating(double before, double now, int pairs) {
    List<SlicePair> all = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      all.add(new SlicePair(1 + 4 * i / pairs, i % 2 == 0, slice(now), slice(before)));
    }
    return PairedRuns.run(PairedRuns.plain().withPairs(all));
  }

  private static Slice slice(double allocated) {
    Slice slice = PairedRuns.slice(1);
    return new Slice(
        slice.seconds(), slice.counts(), slice.serverCpuUs(), allocated, slice.serverCpuTotalUs());
  }

  private static Line against(String word, String pass, double now, double... before) {
    Metric metric = Metric.of(word).orElseThrow();
    CaseResult result =
        Runs.http("http/record", "recorder", Runs.uniform(1000)).withFigures(Map.of(word, now));
    List<PastCase> cases = new ArrayList<>();
    Arrays.stream(before)
        .forEach(
            value ->
                cases.add(
                    new PastCase(
                        "r" + cases.size(),
                        "c" + cases.size(),
                        Runs.START.minusSeconds(3600L * (before.length - cases.size())),
                        1000,
                        0,
                        other -> other == metric ? value : Double.NaN)));
    History history =
        (baseline, candidate, metrics) ->
            new PastRuns(Map.of(PastRuns.key("http/record", "recorder"), cases), "", "");
    return Judged.line(
        Runs.run(List.of(result)), Judged.relative(word, pass, null, "main"), history);
  }
}
