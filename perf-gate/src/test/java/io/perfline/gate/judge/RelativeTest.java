package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Run;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.Runs;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelativeTest {

  @ParameterizedTest(name = "{0} {1} pairs {2} pass {3} warn {4} → {5}")
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          response_time.mean | 1.00 | 100 | <= +5 %  | none     | within_pass
          response_time.mean | 1.20 | 100 | <= +5 %  | none     | broken
          response_time.mean | 1.05 | 100 | <= +5 %  | none     | undecided
          response_time.mean | 1.20 |  19 | <= +5 %  | none     | too_few_pairs
          response_time.p50  | 0.80 | 100 | <= +5 %  | none     | within_pass
          service_time.p95   | 1.15 | 100 | <= +5 %  | <= +30 % | within_warn
          response_time.p99  | 1.50 | 100 | <= +5 %  | <= +30 % | broken
          throughput         | 1.00 | 100 | >= -5 %  | none     | within_pass
          throughput         | 1.20 | 100 | >= -5 %  | none     | broken
          requests           | 1.20 | 100 | >= -5 %  | >= -40 % | within_warn
          """)
  void decidesByTheConfidenceInterval(
      String metric, double slower, int pairs, String pass, String warn, String finding) {
    Line line =
        Judged.line(paired(slower, pairs, 0, 0), Judged.relative(metric, pass, warn, "paired"));

    assertThat(line.finding().id()).as(line.reason()).isEqualTo(finding);
    assertThat(line.reason().contains("starts of one build differ by ±"))
        .as(line.reason())
        .isEqualTo(line.finding() == Finding.UNDECIDED);
    assertThat(line.samples()).isEqualTo(pairs);
    assertThat(line.baseline().paired()).isTrue();
  }

  @Test
  void manyThresholdsShareTheFalseAlarmRate() {
    String one = Judged.relative("response_time.mean", "<= +5 %", null, "paired");
    String two =
        one.replace(
            "thresholds:",
            "thresholds:\n  - {id: u, case: http/record, metric: throughput,"
                + " pass: '>= -5 %', baseline: paired}");
    Run slower = paired(1.2, 100, 0, 0);

    Line alone = Judged.line(slower, one);
    Line sharing = Judged.line(slower, two);

    assertThat(alone.interval().confidence()).isEqualTo(0.98);
    assertThat(sharing.interval().confidence()).isEqualTo(0.99);
    assertThat(sharing.interval().low()).isLessThan(alone.interval().low());
  }

  @Test
  void eachThresholdPassesOnItsOwnEvidence() {
    String one = Judged.relative("response_time.mean", "<= +5 %", null, "paired");
    String two =
        one.replace(
            "thresholds:",
            "thresholds:\n  - {id: u, case: http/record, metric: throughput,"
                + " pass: '>= -5 %', baseline: paired}");
    Run same = paired(1, 100, 0, 0);

    Line alone = Judged.line(same, one);
    Line judgedTogether = Judged.line(same, two);

    assertThat(alone.finding()).isEqualTo(Finding.WITHIN_PASS);
    assertThat(alone.interval().confidence()).isEqualTo(0.9);
    assertThat(judgedTogether.interval()).isEqualTo(alone.interval());
  }

  @ParameterizedTest(name = "{0} against {1} errors → {2}")
  @CsvSource({
    "0, 0, within_pass",
    "0, 5, undecided",
    "1, 0, undecided",
    "200, 0, broken",
    "200, 100, broken",
    "105, 100, undecided",
    "10, 400, within_pass"
  })
  void errorsAreComparedAsCounts(long candidate, long baseline, String finding) {
    Line line =
        Judged.line(
            paired(1, 100, candidate, baseline),
            Judged.relative("error_rate", "<= +25 %", null, "paired"));

    assertThat(line.finding().id()).as(line.reason()).isEqualTo(finding);
  }

  @ParameterizedTest(name = "{0} times as slow, {1} errors → broken: {2}, slower: {3}")
  @CsvSource({"1, 0, false, false", "1, 200, true, false", "1.5, 0, true, true"})
  void aFailingServiceIsBrokenNotSlower(
      double times, long errors, boolean exceeded, boolean slower) {
    String limits =
        Judged.relative("error_rate", "<= +25 %", null, "paired")
            + "\n  - {id: u, case: http/record, metric: service_time.p50, pass: '<= +5 %',"
            + " baseline: paired}\n";
    Run run = paired(times, 100, errors, 0);
    PairedDecision decision =
        PairedDecision.of(ThresholdsFile.read("t.yml", limits), run.catalogue(), entry -> true);

    assertThat(decision.exceedsLimit(run.cases().get(0))).isEqualTo(exceeded);
    assertThat(decision.isSlower(run.cases().get(0))).isEqualTo(slower);
  }

  @Test
  void refusesAnAtMostWithTooFewPairsAndSuggestsOne() {
    Thresholds thresholds =
        ThresholdsFile.read(
            "t.yml", Judged.relative("service_time.p50", "<= +5 %", null, "paired"));

    PairedDecision.requireEnoughPairs(thresholds, comparedCase("http/record", 100));
    PairedDecision.requireEnoughPairs(thresholds, comparedCase("http/another", 2));
    assertThatThrownBy(
            () -> PairedDecision.requireEnoughPairs(thresholds, comparedCase("http/record", 2)))
        .isInstanceOf(Fault.class)
        .hasMessageMatching(
            "http/record in the profile commit: at_most allows 2 pairs, but no limit can be decided"
                + " by fewer than \\d+; set at_most to at least \\d+ s, or leave it out");
  }

  private static List<CatalogueEntry> comparedCase(String name, int pairs) {
    return List.of(
        new CatalogueEntry(
            name,
            "service",
            List.of("commit"),
            new CatalogueEntry.Pairs(400, Map.of("commit", pairs), Map.of())));
  }

  @Test
  void anUnpairedCaseGivesNoVerdict() {
    Line line =
        Judged.line(Runs.good(), Judged.relative("response_time.mean", "<= +5 %", null, "paired"));

    assertThat(line.finding()).isEqualTo(Finding.NOT_MEASURED);
    assertThat(line.reason()).contains("not measured in pairs with previous.war");
  }

  @Test
  void aMissingReleaseGivesNoVerdict() {
    Run others = Runs.run(Runs.good().cases().subList(1, 3));

    Line line =
        Judged.line(others, Judged.relative("response_time.mean", "<= +5 %", null, "paired"));

    assertThat(line.finding()).isEqualTo(Finding.NOT_MEASURED);
    assertThat(line.reason()).contains("not measured", "previous.war", "--baseline-war");
  }

  @Test
  void anEmptyOrIncompleteSliceGivesNoVerdict() {
    TimeDistribution times = Runs.uniform(100);
    for (Slice exceeded :
        List.of(
            new Slice(0.5, new Counts(0, 0, 0, 0, Runs.uniform(0), Runs.uniform(0))),
            new Slice(0, new Counts(100, 100, 100, 0, times, times)),
            new Slice(Double.NaN, new Counts(100, 100, 100, 0, times, times)),
            new Slice(0.5, new Counts(100, 100, 100, -1, times, times)),
            new Slice(0.5, new Counts(100, 0, 100, 0, times, null)),
            new Slice(0.5, new Counts(99, 99, 100, 0, times, times)),
            new Slice(0.5, new Counts(0, 0, 0, 100, Runs.uniform(0), Runs.uniform(0))))) {
      List<SlicePair> pairs = new ArrayList<>(paired(1, 30, 0, 0).cases().get(0).pairs());
      pairs.set(7, new SlicePair(1, true, exceeded, pairs.get(7).baseline()));

      Line line =
          Judged.line(
              Runs.run(List.of(with(pairs))),
              Judged.relative("response_time.mean", "<= +5 %", null, "paired"));

      assertThat(line.finding()).as(exceeded.toString()).isEqualTo(Finding.NOT_MEASURED);
      assertThat(line.reason()).contains("pair 8 of 30").contains("candidate");
    }
  }

  @ParameterizedTest(name = "ceiling {0} → {1}")
  @CsvSource({"+30 %, waived", "+10 %, broken"})
  void aWaiverOfAChangeAppliesUpToItsCeiling(String ceiling, String finding) {
    Line line =
        Judged.line(
            paired(1.2, 100, 0, 0),
            Judged.relative("response_time.mean", "<= +5 %", null, "paired")
                + "waivers: [{threshold: t, ceiling: '%s', until: 2027-01-01, issue: P, reason: r}]"
                    .formatted(ceiling));

    assertThat(line.finding().id()).as(line.reason()).isEqualTo(finding);
  }

  /** Both sides have noise of 5 %; the candidate takes {@code slower} times as long. */
  private static Run paired(double slower, int pairs, long errors, long baselineErrors) {
    Random random = new Random(3);
    List<SlicePair> all = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      all.add(
          new SlicePair(
              pairs < 40 ? 1 : 1 + 8 * i / pairs,
              random.nextBoolean(),
              slice(slower * (1 + 0.04 * random.nextGaussian()), part(errors, i, pairs)),
              slice(1 + 0.04 * random.nextGaussian(), part(baselineErrors, i, pairs))));
    }
    return Runs.run(List.of(with(all)));
  }

  private static long part(long all, int i, int parts) {
    return all * (i + 1) / parts - all * i / parts;
  }

  private static Slice slice(double slower, long errors) {
    Histogram histogram = new Histogram(3);
    for (int i = 0; i < 100; i++) {
      histogram.recordValue((long) (slower * (10_000 + 100 * i)));
    }
    TimeDistribution times = TimeDistribution.of(histogram);
    return new Slice(0.5 * slower, new Counts(100, 100, 10_000, errors, times, times));
  }

  private static CaseResult with(List<SlicePair> pairs) {
    return Runs.http("http/record", "recorder", Runs.uniform(1000)).withPairs(pairs);
  }
}
