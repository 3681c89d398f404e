package io.perfline.gate.judge;

import static io.perfline.gate.judge.PairedRuns.PARENT;
import static io.perfline.gate.judge.PairedRuns.absolute;
import static io.perfline.gate.judge.PairedRuns.free;
import static io.perfline.gate.judge.PairedRuns.judge;
import static io.perfline.gate.judge.PairedRuns.limit;
import static io.perfline.gate.judge.PairedRuns.only;
import static io.perfline.gate.judge.PairedRuns.pair;
import static io.perfline.gate.judge.PairedRuns.paired;
import static io.perfline.gate.judge.PairedRuns.plain;
import static io.perfline.gate.judge.PairedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.run.Unchanged;
import io.perfline.gate.Runs;
import io.perfline.gate.verdict.BaselineContent;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgainstBaselineTest {

  @Test
  void servicesAtAUrlCountAsOneDeployment() {
    RunBaseline other = new RunBaseline("http://other", null, BaselineSource.AT_URL, null);
    CaseResult measured = paired(1, 50, 50);

    Line atUrl = only(run(measured).against(other), limit("cpu", "<= +10 %"));
    Line redeployed = only(run(measured), limit("cpu", "<= +10 %"));

    assertThat(atUrl.reason())
        .contains("100 pairs in 1 deployment, in which the builds never swapped places");
    assertThat(atUrl.finding()).isEqualTo(Finding.UNDECIDED);
    assertThat(redeployed.reason()).contains("100 pairs in 8 deployments");
    assertThat(redeployed.finding()).isEqualTo(Finding.WITHIN_PASS);
  }

  @ParameterizedTest(name = "{0} × {1} → {2}")
  @CsvSource({
    "cpu, 1.0, within_pass",
    "cpu, 1.3, broken",
    "cpu, 1.1, undecided",
    "cpu, 1.125, likely_broken",
    "allocation, 1.0, within_pass",
    "allocation, 2.0, broken",
    "cpu_total, 1.0, within_pass",
    "cpu_total, 1.5, broken"
  })
  void comparesTheServersCostPerMessage(String metric, double factor, String finding) {
    Line line = only(run(paired(factor, 50, 50)), limit(metric, "<= +10 %"));

    assertThat(line.finding().id()).as(line.reason()).isEqualTo(finding);
    assertThat(line.baseline().unit()).isEqualTo(metric.startsWith("cpu") ? "µs" : "B");
    double expected = Map.of("cpu", 120.0, "cpu_total", 200.0, "allocation", 10_000.0).get(metric);
    assertThat(line.baseline().value()).isBetween(0.99 * expected, 1.01 * expected);
    assertThat(line.baseline().origin())
        .isEqualTo(new BaselineContent.Build("main~1", "4f2a4f2a4f"));
  }

  @ParameterizedTest
  @CsvSource({"true, within_pass", "false, not_measured", ", within_pass"})
  void aCaseThatIsNotWarmHasNoVerdict(Boolean steady, String finding) {
    CaseResult whole = plain();
    CaseResult result = whole.withPeriod(whole.start(), whole.end(), 5000).withSteady(steady);
    assertThat(result.loadedSeconds()).isGreaterThanOrEqualTo(4);

    Line line = only(run(result), absolute("response_time.p95", "<= 10 s"));

    assertThat(line.finding().id()).as(line.reason()).isEqualTo(finding);
    assertThat(line.reason().contains("still falling")).isEqualTo(Boolean.FALSE.equals(steady));
    assertThat(only(run(result), absolute("error_rate", "<= 1 %")).finding())
        .isEqualTo(Finding.WITHIN_PASS);
  }

  @Test
  void risingThroughputInAClosedModelHasNoVerdict() {
    CaseResult whole = plain();
    CaseResult closed =
        whole
            .withPeriod(whole.start(), whole.end(), 5000)
            .withGenerator(new Generator(0.5, null, 10, 4.2))
            .withSteady(false);

    Line line = only(run(closed), absolute("response_time.p95", "<= 10 s"));

    assertThat(line.finding()).isEqualTo(Finding.NOT_MEASURED);
    assertThat(line.reason())
        .contains("throughput was still rising while it was measured, after a warm-up of 5.0 s")
        .contains("lengthen 'warm_up' or 'duration'");
  }

  @Test
  void reportsThatTheCpuOfBothBuildsCannotBeSeparated() {
    CaseResult shared =
        paired(1, 50, 50).with(new ServerCost(1.0, 1.0, 1.0, "pid 7; " + ServerCost.SHARED));

    for (String metric : List.of("cpu", "cpu_total")) {
      assertThat(only(run(shared), limit(metric, "<= +10 %")).reason()).contains(ServerCost.SHARED);
      assertThat(only(run(paired(1, 50, 50)), limit(metric, "<= +10 %")).reason())
          .doesNotContain(ServerCost.SHARED);
    }
  }

  @Test
  void anOldRunHasNoFigureForTheWholeProcess() {
    CaseResult old = paired(1, 50, 50);
    List<SlicePair> pairs =
        old.pairs().stream()
            .map(
                pair ->
                    new SlicePair(
                        pair.deployment(),
                        pair.candidateFirst(),
                        free(pair.candidate()),
                        pair.baseline()))
            .toList();

    Line line = only(run(old.withPairs(pairs)), limit("cpu_total", "<= +10 %"));

    assertThat(line.finding()).isEqualTo(Finding.NOT_MEASURED);
  }

  @ParameterizedTest(name = "{0} {1} → {2}")
  @CsvSource({
    "cpu, <= 200 µs, within_pass", "cpu, <= 0.1 ms, broken",
    "allocation, <= 10 kB, within_pass", "allocation, <= 1 kB, broken"
  })
  void limitsTheServersCostPerMessage(String metric, String pass, String finding) {
    CaseResult result = plain().with(new ServerCost(120_000.0, 5e6, null, "pid 7 by JMX"));

    assertThat(only(run(result), absolute(metric, pass)).finding().id()).isEqualTo(finding);
  }

  @ParameterizedTest
  @CsvSource({"cpu, <= +10 %", "allocation, <= +10 %", "cpu, <= 1 ms", "allocation, <= 1 MB"})
  void anUnmeasuredCostDoesNotPass(String metric, String pass) {
    ServerCost unknown = new ServerCost(null, null, null, "http://far/metrics has no such counter");
    List<SlicePair> pairs = new ArrayList<>();
    paired(1, 50, 50)
        .pairs()
        .forEach(
            pair ->
                pairs.add(
                    new SlicePair(
                        pair.deployment(),
                        pair.candidateFirst(),
                        free(pair.candidate()),
                        pair.baseline())));
    CaseResult result = plain().with(unknown).withPairs(pairs);

    Line line =
        only(run(result), pass.contains("+") ? limit(metric, pass) : absolute(metric, pass));

    assertThat(line.finding()).isEqualTo(Finding.NOT_MEASURED);
    assertThat(line.reason()).contains(metric, "has no such counter");
  }

  /** A limit that the machine spoiled warns only if all comparisons of its case are decided. */
  @ParameterizedTest(name = "others use {0}, comparison {1} → absolute {2}")
  @CsvSource(
      nullValues = "unknown",
      value = {
        "0.1, <= +10 %, WITHIN_PASS, EXCEEDED",
        "0.45, <= +10 %, WITHIN_PASS, BUSY_MACHINE",
        "0.45, <= -10 %, EXCEEDED, BUSY_MACHINE",
        "0.45, <= +0.01 %, UNDECIDED, NOT_MEASURED",
        "unknown, <= +10 %, WITHIN_PASS, NOT_MEASURED",
        "NaN, <= +10 %, WITHIN_PASS, NOT_MEASURED"
      })
  void otherProcessesAffectOnlyAbsoluteLimits(
      Double share, String pass, Finding comparison, Finding absolute) {
    CaseResult result =
        paired(1, 50, 50).withGenerator(new Generator(0.4, 100.0, 99.5, 3).withForeignCpu(share));
    String both =
        limit("response_time.p50", pass)
            + "  - {id: a, case: http/record, metric: response_time.p95, pass: '<= 1 ms'}\n"
            + "valid_run: {foreign_cpu: '<= 20 %'}\n";

    List<Line> lines = judge(run(result), both).lines();

    assertThat(lines.get(0).finding()).isEqualTo(comparison);
    assertThat(lines.get(1).finding()).as(lines.get(1).reason()).isEqualTo(absolute);
  }

  @Test
  void equalBuildsPassAsUnchanged() {
    CaseResult same =
        CaseResult.of("http/record", "recorder")
            .withPeriod(Runs.START.plusSeconds(1), Runs.START.plusSeconds(2), 0)
            .withGenerator(new Generator(0, null, 0, 0))
            .with(new Unchanged("same classes and resources as main~1"));

    Run equal = run(same).against(PARENT.with(new RunBaseline.Digests("a", "a")));
    Verdict verdict = judge(equal, limit("cpu", "<= +10 %"));

    assertThat(verdict.outcome()).isEqualTo(Outcome.PASS);
    assertThat(verdict.lines().get(0).finding()).isEqualTo(Finding.UNCHANGED);
    assertThat(verdict.summary())
        .startsWith("Unchanged since main~1 (4f2a4f2a4f); nothing that runs has changed");

    assertThat(judge(equal, both("<= 1 %")).lines())
        .extracting(Line::finding)
        .containsExactly(Finding.UNCHANGED, Finding.UNCHANGED);
    assertThat(judge(run().with(List.of(kafka())).against(NOTHING), both("<= 1 %")).lines())
        .as("an absolute limit on a case that had no load for comparing")
        .extracting(Line::finding)
        .containsExactly(Finding.NOT_TESTED, Finding.NOT_TESTED);

    CaseResult spoiled = same.withProblems(List.of("the WAR can't be read"));
    assertThat(only(run(spoiled).against(equal.baseline()), limit("cpu", "<= +10 %")).finding())
        .isEqualTo(Finding.NOT_MEASURED);
  }

  @Test
  void theReportedComparisonMustMatchTheDigests() {
    CaseResult unchanged = plain().with(new Unchanged("nothing differs according to run.json"));
    RunBaseline equal = PARENT.with(new RunBaseline.Digests("a", "a"));

    assertThat(invalid(unchanged, PARENT)).contains("doesn't record the digests");
    assertThat(invalid(unchanged, NOTHING)).contains("doesn't record the digests");
    assertThat(invalid(unchanged, PARENT.with(new RunBaseline.Digests("a", "b"))))
        .contains("the builds differ");
    assertThat(invalid(unchanged, equal.with(List.of("conf/app.properties"), List.of())))
        .contains("the builds differ");
    assertThat(invalid(paired(1.0, 34, 34), equal)).contains("both builds are equal");
    assertThat(judge(run(paired(1.0, 34, 34)).against(equal.ofEqualBuilds()), CPU).outcome())
        .as("an A/A measurement")
        .isEqualTo(Outcome.PASS);
  }

  private static final String CPU = limit("cpu", "<= +10 %");

  private static String invalid(CaseResult result, RunBaseline baseline) {
    Verdict verdict = judge(run(result).against(baseline), CPU);
    assertThat(verdict.outcome()).isEqualTo(Outcome.INVALID);
    return verdict.summary();
  }

  private static final RunBaseline NOTHING = new RunBaseline(null, null, null, "no parent commit");

  private static CaseResult kafka() {
    return Runs.http("kafka/batch_size/256", "direct", Runs.uniform(1000));
  }

  private static String both(String errors) {
    return limit("cpu", "<= +10 %")
        + "  - {id: failed, case: http/record, metric: error_rate, pass: '%s'}\n".formatted(errors);
  }

  @Test
  void withoutABaselineOnlyAbsoluteLimitsAreJudged() {
    String both =
        limit("cpu", "<= +10 %")
            + "  - {id: a, case: http/record, metric: response_time.p95, pass: '<= 1 s'}\n";
    RunBaseline none = new RunBaseline(null, null, null, "no parent commit");

    Verdict verdict = judge(run(plain()).against(none), both);

    assertThat(verdict.outcome()).isEqualTo(Outcome.WARN);
    assertThat(verdict.lines())
        .extracting(Line::finding)
        .containsExactly(Finding.NOT_TESTED, Finding.WITHIN_PASS);
    assertThat(verdict.summary()).startsWith("Not compared with a baseline: no parent commit; ");
    assertThat(only(run(plain()), limit("cpu", "<= +10 %")).finding())
        .as("there was one, but no pair")
        .isEqualTo(Finding.NOT_MEASURED);
  }

  @Test
  void listsMeasuredCasesWithoutAThreshold() {
    Run run = run(plain(), Runs.http("kafka/batch_size/256", "direct", Runs.uniform(1000)));

    assertThat(judge(run, absolute("response_time.p95", "<= 1 s")).notJudged())
        .containsExactly("kafka/batch_size/256 (direct)");
  }

  @Test
  void swappingCancelsADifferenceBetweenPlaces() {
    List<SlicePair> pairs = new ArrayList<>();
    Random random = new Random(5);
    for (int i = 0; i < 100; i++) {
      int deployment = 1 + i / 13;
      double place = deployment % 2 == 1 ? 1.04 : 1 / 1.04;
      pairs.add(pair(deployment, place, random, 0.01));
    }

    Line line = only(run(plain().withPairs(pairs)), limit("allocation", "<= +3 %"));

    assertThat(line.outcome()).as(line.reason()).isEqualTo(Outcome.PASS);
    assertThat(line.value()).isBetween(-0.6, 0.6);
  }

  /** A single pause of a second must not make the rounding of all other values coarse. */
  @Test
  void aStalledSliceDoesNotHideASlowerPercentile() {
    List<SlicePair> pairs = new ArrayList<>();
    for (SlicePair pair : paired(1, 50, 50).pairs()) {
      boolean stalled = pairs.size() == 7;
      pairs.add(
          new SlicePair(
              pair.deployment(),
              pair.candidateFirst(),
              timed(pairs.size() % 9, 2_000),
              timed(pairs.size() % 7, stalled ? 1_000_000 : 800)));
    }

    Line line = only(run(plain().withPairs(pairs)), limit("service_time.p99", "<= +35 %"));

    assertThat(line.outcome()).as(line.reason()).isEqualTo(Outcome.FAIL);
  }

  private static Slice timed(int more, long us) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(us + 5L * more, 100);
    TimeDistribution times = TimeDistribution.of(histogram);
    return new Slice(0.25, new Counts(100, 100, 10_000, 0, times, times));
  }
}
