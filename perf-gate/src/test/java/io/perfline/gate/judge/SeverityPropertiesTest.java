package io.perfline.gate.judge;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.Run;
import io.perfline.gate.sample.SampleVerdicts;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.MarkdownFile;
import io.perfline.gate.verdict.ReportAddress;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Compares the line that each output names first, for any verdict with exceeded limits. */
class SeverityPropertiesTest {

  private static final Run RUN = run("r1", START, measured("http/record", times(1000)));

  @Property(tries = 300)
  void everyOutputNamesTheSameLineFirst(@ForAll("exceeded") List<Line> lines) {
    Verdict verdict = SampleVerdicts.verdict(RUN, lines.toArray(Line[]::new));

    Line worst = VerdictText.failing(verdict).values().iterator().next().get(0);

    String named = worst.threshold() + " on " + worst.caseName();
    assertThat(VerdictSummary.of(List.of(), lines, RUN)).contains("exceeded: " + named);
    assertThat(VerdictText.of(verdict, "before", Map.of()).lines().findFirst().orElseThrow())
        .contains(worst.caseName())
        .contains("(limit " + worst.threshold() + ":");
    String what = MarkdownFile.of(verdict, ReportAddress.of(Map.of()));
    assertThat(what.lines().filter(line -> line.startsWith("- **What:**")).findFirst().orElse(""))
        .contains(worst.caseName())
        .contains("(limit " + worst.threshold() + ":");
  }

  /** The share of the permitted change counts, in the summary and in the headline. */
  @Example
  void aSmallLimitIsExceededMoreByASmallChange() {
    Line tight = compared(0, 3.5, 8);
    Line loose = compared(1, 10, 16);

    everyOutputNamesTheSameLineFirst(List.of(loose, tight));
    assertThat(VerdictSummary.of(List.of(), List.of(loose, tight), RUN)).contains("limit-0 on");
  }

  @Provide
  static Arbitrary<List<Line>> exceeded() {
    Arbitrary<Boolean> paired = Arbitraries.of(true, false);
    Arbitrary<Double> limits = Arbitraries.doubles().between(0.5, 50);
    Arbitrary<Double> factors = Arbitraries.doubles().between(1.01, 20);
    return Combinators.combine(paired, limits, factors)
        .as((isPaired, limit, factor) -> new double[] {isPaired ? 1 : 0, limit, limit * factor})
        .list()
        .ofMinSize(1)
        .ofMaxSize(6)
        .map(
            all ->
                IntStream.range(0, all.size())
                    .mapToObj(
                        i ->
                            all.get(i)[0] == 1
                                ? compared(i, all.get(i)[1], all.get(i)[2])
                                : absolute(i, all.get(i)[1], all.get(i)[2]))
                    .toList());
  }

  private static Line compared(int id, double limit, double value) {
    return line(
        id,
        "<= +%s %%".formatted(plain(limit)),
        value,
        "%",
        BaselineOrigin.paired("parent", 1.0, 2.0, "ms", LoadUnit.REQUEST, "c01010736d"));
  }

  private static Line absolute(int id, double limit, double value) {
    return line(id, "<= %s ms".formatted(plain(limit)), value, "ms", null);
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).setScale(2, RoundingMode.UP).toPlainString();
  }

  private static Line line(
      int id, String limit, double value, String unit, BaselineOrigin baseline) {
    return new Line(
        "limit-" + id,
        "http/case-" + id,
        "service",
        "response_time.p95",
        limit,
        null,
        value,
        unit,
        null,
        40,
        baseline,
        Finding.BROKEN.outcome(),
        Finding.BROKEN,
        "exceeds the limit");
  }
}
