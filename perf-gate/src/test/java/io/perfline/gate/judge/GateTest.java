package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Drain;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunShard;
import io.perfline.gate.Runs;
import io.perfline.gate.text.Wording;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateTest {

  private static final Instant NOW = Runs.START.plusSeconds(3600);

  @ParameterizedTest(name = "{0} {1} {2} → {3} {4}")
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          response_time.p95  | <= 95.04 ms   | none        | within_pass | 95.04
          response_time.p95  | <= 0.1 s      | none        | within_pass | 0.09504
          response_time.p95  | <= 95 ms      | none        | broken      | 95.04
          response_time.p95  | <= 90 ms      | <= 100 ms   | within_warn | 95.04
          response_time.p95  | <= 80 ms      | <= 90 ms    | broken      | 95.04
          response_time.p50  | < 51000 µs    | none        | within_pass | 50016
          response_time.mean | <= 50.6 ms    | none        | within_pass | 50.52
          response_time.max  | <= 100.1 ms   | none        | within_pass | 100.1
          service_time.p99   | <= 99 ms      | none        | broken      | 99.07
          throughput         | >= 100 msg/s  | none        | within_pass | 100
          throughput         | > 100 msg/s   | none        | broken      | 100
          throughput         | >= 6001 msg/min | >= 99 msg/s | within_warn | 6000
          requests           | >= 100 req/s  | none        | within_pass | 100
          bytes              | >= 0.01 MB/s  | none        | within_pass | 0.01
          errors             | <= 0 count    | none        | within_pass | 0
          error_rate         | <= 0.1 %      | none        | within_pass | 0
          space              | <= 100 B      | none        | not_measured | none
          drain.lost         | <= 0 count    | none        | not_measured | none
          drain.time         | <= 20 s       | none        | not_measured | none
          """)
  void comparesInTheUnitOfTheLimit(
      String metric, String pass, String warn, String finding, Double value) {
    Line line = judge(Runs.good(), threshold("http/record", metric, pass, warn)).lines().get(0);

    assertThat(line.finding().id()).isEqualTo(finding);
    if (value == null) {
      assertThat(line.value()).isNull();
    } else {
      assertThat(line.value()).isCloseTo(value, org.assertj.core.data.Percentage.withPercentage(1));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 5000, within_pass, within_pass",
    "1, 0, 0, 5000, broken, within_pass",
    "0, 1, 0, 5000, broken, within_pass",
    "0, 0, 1, 25000, broken, within_warn",
    "0, 0, 0, 30001, within_pass, broken"
  })
  void judgesLossAndDurationOfADrain(
      long lost, long untold, long unstored, double ms, String ofLost, String ofTime) {
    CaseResult drained =
        Runs.http("http/record", "recorder", Runs.uniform(1000))
            .withErrors(Map.of("connection refused", 5000L))
            .with(new Drain("sigterm", 300, 300, 5000, lost, untold, unstored, ms));
    Run run = Runs.run(List.of(drained));

    assertThat(finding(run, "drain.lost", "<= 0 count", null)).isEqualTo(ofLost);
    assertThat(finding(run, "drain.time", "<= 20 s", "<= 30 s")).isEqualTo(ofTime);
  }

  private static String finding(Run run, String metric, String pass, String warn) {
    Verdict verdict = judge(run, threshold("http/record", metric, pass, warn));
    return verdict.lines().get(0).finding().id();
  }

  @Test
  void aPatternHasOneLinePerCaseAndTarget() {
    Verdict verdict = judge(Runs.good(), threshold("**", "response_time.p95", "<= 500 ms", null));

    assertThat(verdict.lines())
        .extracting(line -> line.caseName() + " " + line.target() + " " + line.outcome().id())
        .containsExactly(
            "http/record recorder PASS",
            "http/browse recorder NOT IN PROFILE",
            "kafka/batch_size/256 direct PASS",
            "kafka/batch_size/256 recorder PASS");
    assertThat(verdict.outcome()).isEqualTo(Outcome.PASS);
  }

  @Test
  void aShardHasNoVerdict() {
    Run shard = Runs.good().as(new RunShard(1, 2, Instant.EPOCH, 0, List.of(), List.of()));

    Verdict verdict = judge(shard, threshold("**", "response_time.p95", "<= 500 ms", null));

    assertThat(verdict.outcome()).isEqualTo(Outcome.INVALID);
    assertThat(verdict.problems()).anyMatch(problem -> problem.contains("shard 1/2"));
  }

  @Test
  void efficiencyIsThroughTheRecorderOverDirect() {
    Run run =
        Runs.run(
            List.of(
                Runs.http("http/record", "recorder", Runs.uniform(1000)),
                Runs.http("kafka/batch_size/256", "direct", Runs.uniform(2000)),
                Runs.http("kafka/batch_size/256", "recorder", Runs.uniform(1000))));

    Verdict verdict = judge(run, threshold("kafka/**", "efficiency", ">= 60 %", ">= 50 %"));

    assertThat(verdict.lines()).singleElement().extracting(Line::value).isEqualTo(50.0);
    assertThat(verdict.outcome()).isEqualTo(Outcome.WARN);
  }

  @Test
  void efficiencyIsBetweenTheTwoTargetsThatAreNamed() {
    Run run =
        Runs.run(
            List.of(
                Runs.http("kafka/batch_size/256", "direct", Runs.uniform(2000)),
                Runs.http("kafka/batch_size/256", "recorder", Runs.uniform(1000))));

    Verdict usual = judge(run, share("    target: recorder\n    of: direct\n"));
    Verdict turned = judge(run, share("    of: recorder\n"));

    assertThat(usual.lines()).extracting(Line::value).containsExactly(50.0);
    assertThat(turned.lines()).extracting(Line::value).containsExactly(200.0);
    assertThat(turned.lines()).extracting(Line::target).containsExactly("direct");
    assertThat(turned.notJudged()).isEmpty();
  }

  private static String share(String targets) {
    return threshold("kafka/batch_size/256", "efficiency", ">= 10 %", null) + targets;
  }

  @ParameterizedTest
  @CsvSource({
    "efficiency, '    target: direct', an efficiency is between two targets",
    "throughput, '    of: origin', only an efficiency is of another target",
  })
  void refusesEqualTargetsAndAnEmptyReference(String metric, String targets, String fault) {
    String pass = metric.equals("efficiency") ? ">= 10 %" : ">= 10 msg/s";
    assertThatThrownBy(
            () -> judge(Runs.good(), threshold("**", metric, pass, null) + targets + "\n"))
        .isInstanceOf(Fault.class)
        .hasMessageContaining(fault);
  }

  @Test
  void efficiencyOfACaseWithoutRecorderIsAConfigurationError() {
    assertThatThrownBy(
            () -> judge(Runs.good(), threshold("nothing/**", "efficiency", ">= 60 %", null)))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("t.yml:3:5");
  }

  @ParameterizedTest(name = "ceiling {0} until {1} → {2}: {3}")
  @CsvSource({
    "100 ms, 2026-01-02, WARN, waived up to <= 100 ms until 2026-01-02 (P-1: driver)",
    "94 ms,  2026-01-02, FAIL, 'beyond its waiver''s ceiling too, <= 94 ms'",
    "100 ms, 2026-01-01, FAIL, its waiver ended on 2026-01-01",
  })
  void aWaiverAppliesUpToItsCeilingAndItsLastDay(
      String ceiling, String until, String outcome, String message) {
    Verdict verdict =
        judge(
            Runs.good(),
            threshold("http/record", "response_time.p95", "<= 90 ms", null)
                + "waivers: [{threshold: t, ceiling: %s, until: %s, issue: P-1, reason: driver}]\n"
                    .formatted(ceiling, until));

    assertThat(verdict.outcome().id()).isEqualTo(outcome);
    assertThat(verdict.lines().get(0).reason())
        .startsWith("95.04 ms exceeds the limit of 90 ms")
        .contains(message);
  }

  @Test
  void aWaiverOfAnotherCaseHasNoEffect() {
    Verdict verdict =
        judge(
            Runs.good(),
            threshold("http/record", "response_time.p95", "<= 90 ms", null)
                + "waivers: [{threshold: t, case: kafka/**, ceiling: 100 ms, until: 2027-01-01,"
                + " issue: P-1, reason: driver}]\n");

    assertThat(verdict.lines().get(0).finding()).isEqualTo(Finding.EXCEEDED);
  }

  @Test
  void theSummaryNamesTheMostImportantFinding() {
    Verdict verdict = judge(Runs.good(), threshold("**", "response_time.p95", "<= 90 ms", null));

    assertThat(verdict.summary())
        .isEqualTo(
            "3 limits of 3 exceeded: t on http/record (recorder): 95.04 ms exceeds"
                + " the limit of 90 ms; without the service it is slow as well, so suspect the"
                + " machine or the store.");
  }

  private static Verdict judge(Run run, String thresholds) {
    return Wording.of(Gate.judge(run, ThresholdsFile.read("t.yml", thresholds), History.NONE, NOW));
  }

  private static String threshold(String cases, String metric, String pass, String warn) {
    return """
    version: 1
    thresholds:
      - id: t
        case: "%s"
        metric: %s
        pass: "%s"
    """
            .formatted(cases, metric, pass)
        + (warn == null ? "" : "    warn: \"" + warn + "\"\n");
  }
}
