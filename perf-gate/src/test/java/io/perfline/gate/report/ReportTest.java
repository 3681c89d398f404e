package io.perfline.gate.report;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static io.perfline.gate.sample.SampleVerdicts.line;
import static io.perfline.gate.sample.SampleVerdicts.throughput;
import static io.perfline.gate.sample.SampleVerdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunWithSeconds;
import io.perfline.core.run.ServerCost;
import io.perfline.core.sample.SampleRuns;
import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class ReportTest {

  private static final Path GOLDEN =
      Path.of("src/test/resources/io/perfline/gate/report/report.html");

  private final Locale before = Locale.getDefault();
  @TempDir Path folder;

  @AfterEach
  void home() {
    Locale.setDefault(before);
  }

  /** With {@code -Dgolden.write=true} the test writes the file, to be checked and committed. */
  @Test
  void matchesTheGoldenFile() throws IOException {
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

    String page = report(Optional.of(judged(sample()))).page();

    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(GOLDEN, page);
    }
    assertThat(page)
        .as("regenerate it: see CONTRIBUTING.md, Generated files")
        .isEqualTo(Files.readString(GOLDEN));
  }

  @Test
  void alternativeTextsContainTheDataOfTheChart() {
    assertThat(report(Optional.of(judged(sample()))).page())
        .contains(
            "alt=\"Response time by percentile, http: http/record 0 %: 1, ",
            "alt=\"Throughput of http/record: http/record 0: 200, 2: 202, ", ", 19: 219\"");
  }

  @Test
  void reportsThatARunWasNotJudged() {
    String page = report(Optional.empty()).page();

    assertThat(page)
        .contains("<h1>Not judged: there is no verdict on run r&lt;1&gt;</h1>")
        .doesNotContain("exceeded")
        .doesNotContain("PASS");
  }

  @Test
  void showsARunWithoutAnyCase() {
    String page =
        new Report(
                Optional.empty(),
                new RunWithSeconds(run("empty", START), Map.of()),
                Optional.empty(),
                Optional.empty())
            .compose()
            .page();

    assertThat(page).contains("Nothing: the run contains no case.").doesNotContain("NaN");
  }

  @Test
  void drawsExactlyTheChartsOfThePage() {
    Report.Document files = report(Optional.of(judged(sample())));

    assertThat(files.drawings())
        .extracting(Drawing::file)
        .containsExactly(
            "percentiles-kafka.svg",
            "percentiles-http.svg",
            "throughput-kafka_batch_size_256-direct.svg",
            "times-kafka_batch_size_256-direct.svg",
            "throughput-http_record-direct.svg",
            "times-http_record-direct.svg")
        .allSatisfy(file -> assertThat(files.page()).contains("src=\"" + file + "\""));
  }

  @Test
  void chartsAreXmlWithTextAndNoInlineStyle() throws Exception {
    for (Drawing drawing : report(Optional.of(judged(sample()))).drawings()) {
      Element svg =
          DocumentBuilderFactory.newDefaultNSInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(drawing.svg().getBytes(StandardCharsets.UTF_8)))
              .getDocumentElement();
      assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
          .isEqualTo(drawing.description());
      assertThat(svg.getElementsByTagName("text").getLength()).isGreaterThan(5);
      assertThat(drawing.svg()).doesNotContain(" style=\"").doesNotContain("<script");
    }
  }

  @Test
  void drawsTwoRunsInOneChart() {
    RunWithSeconds before =
        withSeconds(
            run(
                "before",
                START.minusSeconds(3600),
                measured("http/record", times(LongStream.range(900, 250_000).toArray())),
                measured("http/gone", times(1))));

    Report.Document files =
        new Report(Optional.empty(), withSeconds(sample()), Optional.empty(), Optional.of(before))
            .compose();

    assertThat(files.page())
        .contains(">Against run before</h2>")
        .contains("+20 %")
        .contains("http/gone, direct: only in run before");
    assertThat(files.drawings())
        .filteredOn(drawing -> drawing.file().startsWith("against-"))
        .hasSize(2)
        .allSatisfy(
            drawing -> assertThat(drawing.svg()).contains(">r&lt;1&gt;<").contains(">before<"));
  }

  @Test
  void showsServerCostsIntervalsAndChanges() {
    Run run =
        run(
            "r1",
            START,
            measured("http/record", times(1000, 2000, 3000))
                .with(new ServerCost(76_800.0, null, null, "a test")));
    Line compared =
        SampleLines.line(
            "slower",
            "http/record",
            "direct",
            "response_time.p95",
            "<= 5 %",
            null,
            3.2,
            "%",
            null,
            30,
            SampleLines.history("past", List.of("r0"), 2.9, null, "ms", "1 run"),
            Finding.WITHIN_PASS,
            "within");

    String page =
        new Report(
                Optional.empty(),
                withSeconds(run),
                Optional.of(verdict(run, compared)),
                Optional.empty())
            .compose()
            .page();

    assertThat(page)
        .contains("<th scope=\"col\">CPU, µs</th>\n<th scope=\"col\">allocated, B</th>")
        .contains(
            "<td data-label=\"CPU, µs\">100</td>\n"
                + "<td data-label=\"allocated, B\" class=\"nothing\">–</td>")
        .contains("<span class=\"faint\">+3.2 %</span></td>")
        .containsPattern(
            "<td data-label=\"messages/s\">76.8<br>\\s*<span class=\"faint\">±[0-9.]+"
                + " %</span></td>")
        .contains("<a href=\"#chapter-1\">What was measured</a>")
        .contains("<h2 id=\"chapter-1\">What was measured</h2>");
  }

  @Test
  void showsTheDistanceToALimit() {
    Run run = sample();

    assertThat(
            report(
                    Optional.of(
                        verdict(
                            run,
                            line("p95", "http/record", Finding.WITHIN_PASS, 200.0),
                            throughput("http/record", 100))))
                .page())
        .contains("<th scope=\"col\">of its limit</th>")
        .contains("<td data-label=\"of its limit\">80 %</td>")
        .contains("<td data-label=\"of its limit\">50 %</td>");
  }

  @Test
  void listsUnjudgedAndUnchangedCases() {
    Run run = sample();
    Verdict judged = verdict(run, line("p95", "http/record", Finding.WITHIN_PASS, 200.0));
    Verdict verdict =
        new Verdict(
            judged.schema(),
            judged.run(),
            judged.build(),
            judged.branch(),
            judged.commit(),
            judged.profile(),
            judged.environment(),
            judged.judged(),
            judged.outcome(),
            judged.summary(),
            null,
            List.of(),
            List.of(judged.lines().get(0), line("slower", "http/record", Finding.UNCHANGED, null)),
            List.of("kafka/batch_size/256 (direct)"));

    assertThat(report(Optional.of(verdict)).page())
        .contains("<p>Measured, not judged: kafka/batch_size/256 (direct)</p>")
        .contains("<summary>1 unchanged, not measured</summary>");
  }

  @Test
  void drawsASweepOnlyWithEnoughValues() {
    Run run =
        run(
            "r1",
            START,
            measured("kafka/batch_size/256", times(100, 200)),
            measured("kafka/batch_size/1024", times(200, 400)),
            measured("kafka/partitions/2", times(1)),
            measured("cassandra/consistency/ONE", times(1)));

    assertThat(SweepChart.sweeps(run.cases()))
        .hasEntrySatisfying("batch_size", cases -> assertThat(cases).hasSize(2))
        .hasSize(1);
    assertThat(
            new Report(
                    Optional.empty(),
                    new RunWithSeconds(run, Map.of()),
                    Optional.empty(),
                    Optional.empty())
                .compose()
                .drawings())
        .extracting(Drawing::file)
        .contains("sweep-throughput-batch_size.svg", "sweep-p95-batch_size.svg");
  }

  @Test
  void drawsPublishedFiguresOnlyInNightlyReports() {
    Report.Document commit = full();
    Report.Document nightly = full("nightly");

    assertThat(commit.page()).doesNotContain("2014");
    assertThat(commit.drawings()).allSatisfy(file -> assertThat(file.svg()).doesNotContain("2014"));
    assertThat(nightly.page())
        .contains("compare their shape, not their height", "Compared with published figures");
    assertThat(nightly.drawings())
        .filteredOn(drawing -> drawing.svg().contains(">kafka, published 2014<"))
        .extracting(Drawing::file)
        .containsExactly("sweep-throughput-batch_size.svg");
    assertThat(SweepChart.published("batch_size", List.of(measured("http/batch_size/1", times(1)))))
        .isEmpty();
  }

  @Test
  void replacesAnOlderReportCompletely() throws IOException {
    Report.Document files = report(Optional.empty());
    Report.writeFolder(folder, files);
    Files.writeString(folder.resolve("report/stale.svg"), "old");

    Path page = Report.writeFolder(folder, files);

    assertThat(page).hasContent(files.page());
    assertThat(folder.resolve("report/report.css")).isNotEmptyFile();
    assertThat(folder.resolve("report/stale.svg")).doesNotExist();
    assertThat(folder.resolve("report.part")).doesNotExist();
  }

  @Test
  void namesAFolderThatItCannotWrite() throws IOException {
    Files.writeString(folder.resolve("report.part"), "a file where a folder must be");
    Path file = folder.resolve("report.part");

    assertThatThrownBy(() -> Report.writeFolder(file, report(Optional.empty())))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("cannot write the report to " + file);
  }

  /** Returns a report with every type of section and chart. */
  static Report.Document full() {
    return full("commit");
  }

  private static Report.Document full(String profile) {
    Run run =
        SampleRuns.run(
            profile,
            "r1",
            START,
            measured("kafka/batch_size/256", times(LongStream.range(100, 2000).toArray())),
            measured("kafka/batch_size/1024", times(LongStream.range(300, 4000).toArray())),
            measured("http/record", times(LongStream.range(1000, 300_000).toArray())));
    return new Report(
            Optional.empty(),
            withSeconds(run),
            Optional.of(judged(run)),
            Optional.of(withSeconds(sample())))
        .compose();
  }

  private static Report.Document report(Optional<Verdict> verdict) {
    return new Report(Optional.empty(), withSeconds(sample()), verdict, Optional.empty()).compose();
  }

  private static RunWithSeconds withSeconds(Run run) {
    return new RunWithSeconds(
        run,
        run.cases().stream()
            .collect(Collectors.toMap(result -> result, result -> SampleRuns.seconds(result, 20))));
  }

  private static Run sample() {
    return run(
        "r<1>",
        START,
        measured("kafka/batch_size/256", times(LongStream.range(100, 2000).toArray())),
        measured("http/record", times(LongStream.range(1000, 300_000).toArray())));
  }

  private static Verdict judged(Run run) {
    return verdict(
        run,
        line("kafka-p95", "kafka/batch_size/256", Finding.WITHIN_PASS, 1.9),
        line("record-p95", "http/record", Finding.EXCEEDED, 285.0),
        line("soak", "http/soak", Finding.OTHER_PROFILE, null));
  }
}
