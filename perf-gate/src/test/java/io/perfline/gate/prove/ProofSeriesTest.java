package io.perfline.gate.prove;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.command.Fault;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.Run;
import io.perfline.gate.prove.ProofSeries.Proved;
import io.perfline.gate.prove.ProvedCase.Decision;
import io.perfline.gate.prove.ProvedCase.ProvedLimit;
import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.sample.SampleVerdicts;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProofSeriesTest {

  private static final ProvedChange CPU_5 = new ProvedChange("cpu-5", "CPU", 5, Map.of());
  private static final ProvedChange CPU_10 = new ProvedChange("cpu-10", "CPU", 10, Map.of());
  private static final ProvedChange WAIT_10 =
      new ProvedChange("waiting-10", "waiting", 10, Map.of());

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final List<String> measured = new ArrayList<>();

  @Test
  void anInterruptedProofContinuesWithTheNextVerdict() throws Exception {
    assertThatThrownBy(() -> series(3).run(ProvedChange.NONE, 5)).isInstanceOf(Fault.class);
    Path third = folder.resolve("none/003");
    assertThat(third.resolve("half-a-run")).exists();
    assertThat(series(0).count(ProvedChange.NONE)).isEqualTo(2);

    List<ProvedVerdict> verdicts = series(0).run(ProvedChange.NONE, 5);

    assertThat(measured).containsExactly("001", "002", "003", "003", "004", "005");
    assertThat(verdicts).hasSize(5);
    assertThat(third.resolve("half-a-run")).doesNotExist();
    assertThat(series(0).secondsPerVerdict()).hasValue(120.0);
  }

  @Test
  void printsTheFiguresOfEachVerdictAndTheTimeLeft() throws Exception {
    ProofSeries series = series(0);
    series.expect(3);

    series.run(ProvedChange.NONE, 2);

    assertThat(out.toString())
        .containsPattern(
            "nothing, verdict 1 of 2: \\w+, 2.0 min; about 4.0 minutes left for 2 more")
        .containsPattern(
            "nothing, verdict 2 of 2: \\w+, 2.0 min; about 2.0 minutes left for 1 more")
        .containsPattern("  paired/orders: cpu \\+\\d\\.\\d % \\[-?.*, \\+.*\\]");
  }

  @Test
  void theFirstForecastComesFromOtherProofs() throws Exception {
    ProofSeries other = series(0, folder.resolve("one"));
    other.run(ProvedChange.NONE, 1);

    assertThat(series(0, folder.resolve("two")).secondsPerVerdict()).hasValue(120.0);
    assertThat(series(0, folder.resolve("deeper/three")).secondsPerVerdict()).isEmpty();
  }

  @Test
  void verdictsOfSeveralVersionsAreCounted() {
    ProvedVerdict newer = new ProvedVerdict("any", 120, "1.3 (def)", equal(0, 2).cases());

    assertThat(
            ProofReport.of(
                "shop",
                List.of(new Proved(ProvedChange.NONE, List.of(equal(0, 2), equal(0, 2), newer)))))
        .contains("By perfline 1.2 (abc): 2, 1.3 (def): 1.");
  }

  @Test
  void anUnreadableVerdictIsAnError() throws IOException {
    Path file = Files.createDirectories(folder.resolve("none/001")).resolve(ProvedVerdict.NAME);
    Files.writeString(file, "{");

    assertThatThrownBy(() -> series(0).run(ProvedChange.NONE, 1))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("delete the file to measure it again");
  }

  @Test
  void theUpperBoundIsThatOfClopperAndPearson() {
    assertThat(new ErrorRate(0, 60).upperBound()).isEqualTo(0.0487, within(1e-4));
    assertThat(new ErrorRate(0, 299).upperBound()).isEqualTo(0.00997, within(1e-5));
    assertThat(new ErrorRate(1, 20).upperBound()).isEqualTo(0.2161, within(1e-4));
    assertThat(new ErrorRate(0, 0).upperBound()).isEqualTo(1);
    assertThat(new ErrorRate(2, 2).upperBound()).isEqualTo(1);
  }

  @Test
  void reportsTheSmallestChangeThatEveryVerdictFound() {
    String report =
        ProofReport.of(
            "shop",
            List.of(
                new Proved(ProvedChange.NONE, List.of(equal(0.5, 2.1), equal(-1, 1.9))),
                new Proved(CPU_5, List.of(slower(6, true), slower(4, false))),
                new Proved(CPU_10, List.of(slower(11, true), slower(10, true))),
                new Proved(WAIT_10, List.of(slower(0, false)))));

    assertThat(report)
        .startsWith("# shop\n\n7 verdicts, 0.2 machine-hours.\nBy perfline 1.2 (abc).\n")
        .contains("| nothing | 2 | 0 | 77.7 % | 2 | 0 | 0 | 2.0 |")
        .contains("| CPU +5 % | paired/orders | 1 | 2 | 1 | 0 | 24 | +6 % | cpu |")
        .contains("| CPU +10 % | paired/orders | 2 | 2 | 0 | 0 | 24 | +10.5 % | cpu |")
        .contains("| case | metric | limit | ± | CPU | waiting | proposed |")
        .contains("| paired/orders | cpu | +3 % | 2.0 % | 10 % | – | – |");
  }

  @Test
  void anInvalidVerdictIsCountedButProvesNothing() {
    ProvedVerdict none =
        verdict(new ProvedCase("paired/orders", Decision.NO_VERDICT, "too few", 3, List.of()));

    String report =
        ProofReport.of("shop", List.of(new Proved(ProvedChange.NONE, List.of(none, equal(0, 2)))));

    assertThat(report).contains("| nothing | 2 | 0 | 95.0 % | 1 | 0 | 1 | 2.0 |");
  }

  @Test
  void proposesAWiderLimitIfEqualBuildsDoNotMeetIt() {
    List<LimitProposal> proposals = proposals(3, 4.2, 5);

    assertThat(proposals)
        .singleElement()
        .satisfies(one -> assertThat(one.text()).isEqualTo("+3 % → +5 %"));
  }

  @Test
  void tooFewVerdictsGiveNoProposal() {
    List<ProvedVerdict> few = new ArrayList<>(Collections.nCopies(19, equal(0, 9)));
    assertThat(LimitProposal.of(List.of(new Proved(ProvedChange.NONE, few)))).isEmpty();

    few.add(equal(0, 9));
    assertThat(LimitProposal.of(List.of(new Proved(ProvedChange.NONE, few)))).hasSize(1);
  }

  @Test
  void proposesATighterLimitOnlyIfEqualBuildsAreFarBelowIt() {
    assertThat(proposals(3, 2.9, 2.6)).isEmpty();
    assertThat(proposals(10, 2.9, 3.1))
        .singleElement()
        .satisfies(one -> assertThat(one.proposed()).isEqualTo(3.5));
  }

  /** An event that never occurred has the interval [0, 0]. */
  @Test
  void aRareEventGivesNoProposal() {
    ProvedVerdict stalls = verdict(passed(ProvedLimit.of(line("stalls", 0.0, 0.0))));
    ProvedVerdict cpu = verdict(passed(ProvedLimit.of(line("cpu", 0.0, 0.5))));

    assertThat(LimitProposal.of(List.of(equal(stalls)))).isEmpty();
    assertThat(LimitProposal.of(List.of(equal(cpu)))).hasSize(1);
  }

  private static Proved equal(ProvedVerdict verdict) {
    return new Proved(ProvedChange.NONE, Collections.nCopies(LimitProposal.MIN_VERDICTS, verdict));
  }

  @ParameterizedTest
  @ValueSource(strings = {"stalls", "cpu"})
  void aLimitMayHaveAnOpenInterval(String metric) {
    ProvedLimit limit = ProvedLimit.of(line(metric, 0.0, null));

    assertThat(limit.low()).isNull();
    assertThat(limit.half()).isNaN();
  }

  @Test
  void casesOfOtherProfilesAreNotPartOfTheProof() {
    Run run = run("r1", START, measured("paired/orders", times(1000)));
    Line nightly = withoutValue("paired/together", Finding.OTHER_PROFILE);

    assertThat(ProvedCase.of(SampleVerdicts.verdict(run, line("cpu", -1.0, 1.0), nightly), run))
        .extracting(ProvedCase::decision)
        .containsExactly(Decision.PASSED);
  }

  @Test
  void aLimitThatCannotBeMeasuredHereLeavesNothingUndecided() {
    Run run = run("r1", START, measured("paired/orders", times(1000)));
    Line footprint = withoutValue("paired/orders", Finding.NOT_AVAILABLE);

    assertThat(ProvedCase.of(SampleVerdicts.verdict(run, line("cpu", -1.0, 1.0), footprint), run))
        .extracting(ProvedCase::decision)
        .containsExactly(Decision.PASSED);
    assertThat(ProvedCase.of(SampleVerdicts.verdict(run, footprint), run))
        .extracting(ProvedCase::decision)
        .containsExactly(Decision.NO_VERDICT);
  }

  private static Line withoutValue(String caseName, Finding finding) {
    return SampleLines.remark(
        "occupies-more", caseName, "footprint", "<= +25 %", finding, "not measured");
  }

  private static Line line(String metric, Double low, Double high) {
    return SampleLines.line(
        "more",
        "paired/orders",
        "service",
        metric,
        "<= +20 %",
        null,
        0.0,
        "%",
        new ConfidenceInterval(low, high, 0.99, "t"),
        80,
        SampleLines.paired("parent", 1.0, 1.0, "ms", LoadUnit.REQUEST, "the parent"),
        Finding.WITHIN_PASS,
        "met");
  }

  @Test
  void writesProposalsWithoutOtherChanges() throws IOException {
    Path file = folder.resolve("thresholds.yml");
    String text =
        """
        version: 1
        baselines: {parent: {paired: true}}
        thresholds:
          - id: more-cpu-total   # not this one
            case: paired/*
            metric: cpu_total
            pass: "<= +10 %"
            baseline: parent
          - id: more-cpu
            case: paired/*
            metric: cpu
            pass: "<= +3 %"      # a comment
            baseline: parent
          - {id: throughput, case: paired/*, metric: requests, pass: ">= -5 %", baseline: parent}
        """;
    Files.writeString(file, text);

    LimitProposal.write(
        List.of(
            new LimitProposal("more-cpu", "cpu", 3, 4.5, 60),
            new LimitProposal("throughput", "requests", -5, -3, 60)),
        file);

    assertThat(file).hasContent(text.replace("+3 %", "+4.5 %").replace(">= -5 %", ">= -3 %"));
    assertThatThrownBy(
            () -> LimitProposal.write(List.of(new LimitProposal("other", "cpu", 3, 4, 60)), file))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("change it to +4 % yourself");
  }

  /** Text is searched forward from the id, so a limit before it is not found. */
  @Test
  void writesNoOtherLimit() throws IOException {
    Path file = folder.resolve("thresholds.yml");
    String text =
        """
        version: 1
        baselines: {parent: {paired: true}}
        thresholds:
          - {pass: "<= +5 %", case: paired/*, metric: cpu, baseline: parent, id: more-cpu}
          - {pass: "<= +9 %", case: paired/*, metric: allocation, baseline: parent, id: more-bytes}
        """;
    Files.writeString(file, text);

    assertThatThrownBy(
            () ->
                LimitProposal.write(List.of(new LimitProposal("more-cpu", "cpu", 5, 3, 60)), file))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("more-cpu");
    assertThat(file).hasContent(text);
  }

  private static List<LimitProposal> proposals(double limit, double... highs) {
    List<ProvedVerdict> verdicts = new ArrayList<>();
    for (int i = 0; i < LimitProposal.MIN_VERDICTS; i++) {
      double high = highs[i % highs.length];
      verdicts.add(
          verdict(passed(new ProvedLimit("more-cpu", "cpu", limit, false, 0.1, -high, high, 80))));
    }
    return LimitProposal.of(List.of(new Proved(ProvedChange.NONE, verdicts)));
  }

  private static ProvedVerdict equal(double value, double half) {
    return verdict(
        passed(new ProvedLimit("more-cpu", "cpu", 3, false, value, low(half), high(half), 80)));
  }

  private static double low(double half) {
    return 100 * Math.expm1(-Math.log1p(half / 100));
  }

  private static double high(double half) {
    return half;
  }

  private static ProvedCase passed(ProvedLimit limit) {
    return new ProvedCase("paired/orders", Decision.PASSED, null, 24, List.of(limit));
  }

  private static ProvedVerdict slower(double value, boolean found) {
    return verdict(
        new ProvedCase(
            "paired/orders",
            found ? Decision.FAILED : Decision.UNDECIDED,
            null,
            24,
            List.of(new ProvedLimit("more-cpu", "cpu", 3, found, value, 1.0, 12.0, 80))));
  }

  private static ProvedVerdict verdict(ProvedCase one) {
    return new ProvedVerdict("any", 120, "1.2 (abc)", List.of(one));
  }

  /** Returns a series whose verdict of this number cannot be measured; 0 for none. */
  private ProofSeries series(int failing) {
    return series(failing, folder);
  }

  private ProofSeries series(int failing, Path place) {
    return new ProofSeries(
        place,
        (change, run) -> {
          measured.add(run.getFileName().toString());
          if (measured.size() == failing) {
            Files.writeString(run.resolve("half-a-run"), "");
            throw Fault.noVerdict("interrupted");
          }
          return equal(0, 2);
        },
        new PrintWriter(out, true));
  }
}
