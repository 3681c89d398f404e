package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.deploy.command.Fault;
import io.perfline.gate.Runs;
import io.perfline.gate.run.Case;
import io.perfline.gate.run.Run;
import io.perfline.gate.run.Slice;
import io.perfline.gate.run.SlicePair;
import io.perfline.gate.run.TimeDistribution;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelativeTest {

  private static final Instant NOW = Runs.START.plusSeconds(3600);

  @ParameterizedTest(name = "{0} {1} pairs {2} pass {3} warn {4} → {5}")
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
      response_time.mean | 1.00 | 100 | <= +5 %  | none     | within_pass
      response_time.mean | 1.20 | 100 | <= +5 %  | none     | broken
      response_time.mean | 1.05 | 100 | <= +5 %  | none     | undecided
      response_time.mean | 1.20 |  19 | <= +5 %  | none     | undecided
      response_time.p50  | 0.80 | 100 | <= +5 %  | none     | within_pass
      service_time.p95   | 1.15 | 100 | <= +5 %  | <= +30 % | within_warn
      response_time.p99  | 1.50 | 100 | <= +5 %  | <= +30 % | broken
      throughput         | 1.00 | 100 | >= -5 %  | none     | within_pass
      throughput         | 1.20 | 100 | >= -5 %  | none     | broken
      requests           | 1.20 | 100 | >= -5 %  | >= -40 % | within_warn
      """)
  void decidesByTheWholeInterval(
      String metric, double slower, int pairs, String pass, String warn, String finding) {
    Line line = judge(paired(slower, pairs, 0, 0), relative(metric, pass, warn, "paired"));

    assertThat(line.finding().word()).as(line.reason()).isEqualTo(finding);
    assertThat(line.samples()).isEqualTo(pairs);
    assertThat(line.baseline().kind()).isEqualTo("paired");
  }

  @Test
  void manyThresholdsShareTheFalseAlarmRate() {
    String one = relative("response_time.mean", "<= +5 %", null, "paired");
    String two =
        one.replace(
            "thresholds:",
            "thresholds:\n  - {id: u, case: http/record, metric: throughput,"
                + " pass: '>= -5 %', baseline: paired}");
    Run run = paired(1, 100, 0, 0);

    Line alone = judge(run, one);
    Line sharing = judge(run, two);

    assertThat(alone.interval().confidence()).isEqualTo(0.99);
    assertThat(sharing.interval().confidence()).isEqualTo(0.995);
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
        judge(
            paired(1, 100, candidate, baseline),
            relative("error_rate", "<= +25 %", null, "paired"));

    assertThat(line.finding().word()).as(line.reason()).isEqualTo(finding);
  }

  @Test
  void aCaseThatWasNotMeasuredInPairsIsNoVerdict() {
    Line line = judge(Runs.good(), relative("response_time.mean", "<= +5 %", null, "paired"));

    assertThat(line.finding()).isEqualTo(Finding.NOT_MEASURED);
    assertThat(line.reason()).contains("not measured in pairs with previous.war");
  }

  @Test
  void aCaseLeftOutForWantOfAReleaseIsNoVerdict() {
    Run others = Runs.run(Runs.good().cases().subList(1, 3));

    Line line = judge(others, relative("response_time.mean", "<= +5 %", null, "paired"));

    assertThat(line.finding()).isEqualTo(Finding.NOT_MEASURED);
    assertThat(line.reason()).contains("not measured", "previous.war", "--baseline-war");
  }

  @Test
  void anEmptyOrTornSliceIsNoVerdict() {
    TimeDistribution times = Runs.uniform(100);
    for (Slice broken :
        List.of(
            new Slice(0.5, 0, 0, 0, 0, Runs.uniform(0), Runs.uniform(0)),
            new Slice(0, 100, 100, 100, 0, times, times),
            new Slice(Double.NaN, 100, 100, 100, 0, times, times),
            new Slice(0.5, 100, 100, 100, -1, times, times),
            new Slice(0.5, 100, 0, 100, 0, times, null),
            new Slice(0.5, 99, 99, 100, 0, times, times),
            new Slice(0.5, 0, 0, 0, 100, Runs.uniform(0), Runs.uniform(0)))) {
      List<SlicePair> pairs = new ArrayList<>(paired(1, 30, 0, 0).cases().get(0).pairs());
      pairs.set(7, new SlicePair(1, true, broken, pairs.get(7).baseline()));

      Line line =
          judge(
              Runs.run(List.of(with(pairs))),
              relative("response_time.mean", "<= +5 %", null, "paired"));

      assertThat(line.finding()).as(broken.toString()).isEqualTo(Finding.NOT_MEASURED);
      assertThat(line.reason()).contains("pair 8 of 30").contains("candidate");
    }
  }

  @ParameterizedTest(name = "{0} runs at {1} ms → {2}: {3}")
  @CsvSource({
    "20, 50.5, within_pass, 20 runs",
    "20, 40, broken, 20 runs",
    "20, 48, undecided, 20 runs",
    "5, 50.5, not_tested, 5 of at least 8 runs",
    "0, 50.5, not_tested, 0 of at least 8 runs",
  })
  void comparesWithEarlierRuns(int runs, double mean, String finding, String told) {
    Line line =
        judge(
            Runs.good(),
            relative("response_time.mean", "<= +5 %", null, "main"),
            history(runs, mean));

    assertThat(line.finding().word()).as(line.reason()).isEqualTo(finding);
    assertThat(line.reason()).contains(told);
    assertThat(line.baseline().kind()).isEqualTo("history");
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
        judge(Runs.good(), relative("response_time.mean", "<= +5 %", null, "main"), history(means));

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
        judge(Runs.good(), relative("response_time.mean", "<= +5 %", null, "main"), history(means));

    assertThat(line.finding()).isEqualTo(Finding.NOT_TESTED);
    assertThat(line.reason()).contains("6 of at least 8 runs since the level changed with run r14");
  }

  @Test
  void aHistoryThatCannotBeReadIsNoVerdict() {
    History down =
        (baseline, candidate, metrics) -> {
          throw Fault.noVerdict("cannot read the baselines");
        };

    assertThatThrownBy(
            () -> judge(Runs.good(), relative("response_time.mean", "<= +5 %", null, "main"), down))
        .isInstanceOfSatisfying(Fault.class, f -> assertThat(f.exitCode()).isEqualTo(3));
  }

  @ParameterizedTest(name = "ceiling {0} → {1}")
  @CsvSource({"+30 %, waived", "+10 %, broken"})
  void aWaiverOfAChangeHoldsUpToItsCeiling(String ceiling, String finding) {
    Line line =
        judge(
            paired(1.2, 100, 0, 0),
            relative("response_time.mean", "<= +5 %", null, "paired")
                + "waivers: [{threshold: t, ceiling: '%s', until: 2027-01-01, issue: P, reason: r}]"
                    .formatted(ceiling));

    assertThat(line.finding().word()).as(line.reason()).isEqualTo(finding);
  }

  private static Line judge(Run run, String thresholds) {
    return judge(run, thresholds, History.NONE);
  }

  private static Line judge(Run run, String thresholds, History history) {
    List<Line> lines =
        Gate.judge(run, ThresholdsFile.read("t.yml", thresholds), history, NOW).lines();
    return lines.get(lines.size() - 1);
  }

  private static String relative(String metric, String pass, String warn, String baseline) {
    return """
        version: 1
        baselines:
          main: { branch: main }
          paired: { war: previous.war }
        thresholds:
          - id: t
            case: http/record
            metric: %s
            pass: "%s"
            baseline: %s
        %s
        """
        .formatted(metric, pass, baseline, warn == null ? "" : "    warn: \"" + warn + "\"");
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
    List<PastCase> cases = new ArrayList<>();
    for (int i = 0; i < means.length; i++) {
      double mean = means[i];
      cases.add(
          new PastCase(
              "r" + i,
              "c" + i,
              Runs.START.minusSeconds(3600L * (means.length - i)),
              1000,
              0,
              metric -> metric == Metric.RESPONSE_TIME_MEAN ? mean : Double.NaN));
    }
    return (baseline, candidate, metrics) ->
        new PastRuns(Map.of(PastRuns.key("http/record", "recorder"), cases), "");
  }

  /** Both sides scatter by 5 %; the candidate takes {@code slower} times as long. */
  private static Run paired(double slower, int pairs, long errors, long baselineErrors) {
    Random random = new Random(3);
    List<SlicePair> all = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      all.add(
          new SlicePair(
              1 + i / 50,
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
    return new Slice(0.5 * slower, 100, 100, 10_000, errors, times, times);
  }

  private static Case with(List<SlicePair> pairs) {
    Case one = Runs.http("http/record", "recorder", Runs.uniform(1000));
    return new Case(
        one.name(),
        one.target(),
        one.parameters(),
        one.start(),
        one.end(),
        one.warm_up_ms(),
        one.requests(),
        one.messages(),
        one.bytes(),
        one.errors(),
        one.throughput_per_s(),
        one.response_time(),
        one.service_time(),
        one.generator(),
        one.problems(),
        null,
        pairs,
        List.of());
  }
}
