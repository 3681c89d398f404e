package io.perfline.gate.report;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.file.FileTree;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.Run;
import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.sample.SampleVerdicts;
import io.perfline.gate.sample.Verdicts;
import io.perfline.gate.text.JunitFile;
import io.perfline.gate.text.MarkdownFile;
import io.perfline.gate.text.ValueText;
import io.perfline.gate.text.VerdictSummary;
import io.perfline.gate.text.VerdictText;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.ReportAddress;
import io.perfline.gate.verdict.Severity;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Compares the line that each output names first, for the verdicts of the golden files and for
 * random ones with exceeded limits.
 */
class WorstLinePropertiesTest {

  private static final Run RUN = run("r1", START, measured("http/record", times(1000)));
  private static final ReportAddress REPORT = ReportAddress.of(Map.of());

  private static Path folder;

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("verdicts");
  }

  @AfterContainer
  static void deleteFolder() throws IOException {
    FileTree.delete(folder);
  }

  @Property(tries = 200)
  void everyOutputNamesTheSameLineFirst(
      @ForAll("exceeded") List<Line> exceeded, @ForAll("others") List<Line> others)
      throws IOException {
    List<Line> lines = new ArrayList<>(exceeded);
    lines.addAll(others);
    Collections.shuffle(lines, new Random(lines.size()));

    Line worst = sameInAllOutputs(SampleVerdicts.verdict(RUN, lines.toArray(Line[]::new)));

    assertThat(new VerdictSummary(List.of(), lines, RUN).text())
        .contains("exceeded: " + worst.threshold() + " on " + worst.caseName());
  }

  @Example
  void theGoldenVerdictsToo() throws IOException {
    for (Verdict verdict : Verdicts.ALL.values()) {
      if (verdict.outcome() == Outcome.FAIL) {
        sameInAllOutputs(verdict);
      }
    }
  }

  /** The share of the permitted change counts, in the summary and in the headline. */
  @Example
  void aSmallLimitIsExceededMoreByASmallChange() throws IOException {
    Line tight = compared(0, 3.5, 8);
    Line loose = compared(1, 10, 16);

    everyOutputNamesTheSameLineFirst(List.of(loose, tight), List.of());
    assertThat(new VerdictSummary(List.of(), List.of(loose, tight), RUN).text())
        .contains("limit-0 on");
  }

  private static Line sameInAllOutputs(Verdict verdict) throws IOException {
    Line worst = Severity.worst(verdict.lines(Outcome.FAIL).stream()).orElseThrow();
    String limit = "(limit " + worst.threshold() + ":";

    assertThat(VerdictText.of(verdict, "before", Map.of()).lines().findFirst().orElseThrow())
        .contains(worst.caseName())
        .contains(limit);
    assertThat(MarkdownFile.of(verdict, REPORT).lines().filter(one -> one.startsWith("- **What")))
        .first()
        .asString()
        .contains(worst.caseName())
        .contains(MarkdownFile.escape(limit));
    HtmlBuilder html = new HtmlBuilder();
    FirstScreen.headline(html, verdict);
    assertThat(html.toString().replaceFirst("(?s)</h1>.*", ""))
        .contains(worst.caseName())
        .contains(limit);
    VerdictFile.write(folder, verdict);
    assertThat(Severity.worst(VerdictFile.read(folder).lines(Outcome.FAIL).stream()))
        .hasValueSatisfying(
            read -> {
              assertThat(read.threshold()).isEqualTo(worst.threshold());
              assertThat(read.caseName()).isEqualTo(worst.caseName());
            });
    JunitFile.write(folder, verdict, REPORT);
    assertThat(Files.readString(folder.resolve(JunitFile.NAME)))
        .containsPattern(
            "classname=\"gate\\.\\Q%s\\E\" name=\"\\Q%s\\E[^>]*>\\s*<failure message=\"FAIL: "
                    .formatted(worst.threshold(), worst.caseName())
                + "[^\"]*\\Q%s\\E".formatted(worst.relative() ? ValueText.measured(worst) : ""));
    return worst;
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

  @Provide
  static Arbitrary<List<Line>> others() {
    return Arbitraries.of(
            Finding.WITHIN_PASS, Finding.WITHIN_WARN, Finding.WAIVED, Finding.UNDECIDED)
        .list()
        .ofMaxSize(4)
        .map(
            all ->
                IntStream.range(0, all.size())
                    .mapToObj(i -> line(10 + i, "<= 1 ms", 9e6, "ms", null, all.get(i)))
                    .toList());
  }

  private static Line compared(int id, double limit, double value) {
    return line(
        id,
        "<= +%s %%".formatted(plain(limit)),
        value,
        "%",
        SampleLines.paired("parent", 1.0, 2.0, "ms", LoadUnit.REQUEST, "c01010736d"),
        Finding.EXCEEDED);
  }

  private static Line absolute(int id, double limit, double value) {
    return line(id, "<= %s ms".formatted(plain(limit)), value, "ms", null, Finding.EXCEEDED);
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).setScale(2, RoundingMode.UP).toPlainString();
  }

  private static Line line(
      int id, String limit, double value, String unit, BaselineOrigin baseline, Finding finding) {
    return SampleLines.line(
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
        finding,
        "exceeds the limit");
  }
}
