package io.perfline.gate.report;

import static io.perfline.gate.sample.SampleRuns.START;
import static io.perfline.gate.sample.SampleRuns.line;
import static io.perfline.gate.sample.SampleRuns.measured;
import static io.perfline.gate.sample.SampleRuns.run;
import static io.perfline.gate.sample.SampleRuns.times;
import static io.perfline.gate.sample.SampleRuns.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.deploy.command.Fault;
import io.perfline.gate.run.Run;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Verdict;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class ReportTest {

  private final Locale before = Locale.getDefault();
  @TempDir Path folder;

  @AfterEach
  void home() {
    Locale.setDefault(before);
  }

  /** To renew the golden file after a wanted change: copy what the failure shows. */
  @Test
  void showsVerdictThenWhatBrokeThenAllCasesAsInTheGoldenFile() throws IOException {
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

    assertThat(new Report(sample(), Optional.of(judged(sample()))).compose().page())
        .isEqualTo(golden("report.html"));
  }

  @Test
  void saysInWordsThatARunWasNotJudged() {
    String page = new Report(sample(), Optional.empty()).compose().page();

    assertThat(page)
        .contains("<h1>Not judged: there is no verdict on run r&lt;1&gt;</h1>")
        .doesNotContain("What broke")
        .doesNotContain("PASS");
  }

  @Test
  void showsARunWithoutAnyCase() {
    String page = new Report(run("empty", START), Optional.empty()).compose().page();

    assertThat(page).contains("Nothing: the run holds no case.").doesNotContain("NaN");
  }

  @Test
  void drawsEveryChartThatThePageShowsAndNoOther() {
    Report.Files files = new Report(sample(), Optional.of(judged(sample()))).compose();

    assertThat(files.drawings())
        .extracting(Drawing::file)
        .containsExactly(
            "broken-record-p95-http_record.svg", "percentiles-kafka.svg", "percentiles-http.svg")
        .allSatisfy(file -> assertThat(files.page()).contains("src=\"" + file + "\""));
  }

  @Test
  void chartsAreXmlWithTextAndNoInlineStyle() throws Exception {
    for (Drawing drawing :
        new Report(sample(), Optional.of(judged(sample()))).compose().drawings()) {
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
  void drawsTheLimitThatWasBroken() {
    Drawing broken =
        new Report(sample(), Optional.of(judged(sample()))).compose().drawings().get(0);

    assertThat(broken.svg()).contains("&lt;= 0.25 s").contains("rgb(192,57,43)");
  }

  @Test
  void replacesAnOlderReportWhole() throws IOException {
    Report.Files files = new Report(sample(), Optional.empty()).compose();
    ReportFolder.write(folder, files);
    Files.writeString(folder.resolve("report/stale.svg"), "old");

    Path page = ReportFolder.write(folder, files);

    assertThat(page).hasContent(files.page());
    assertThat(folder.resolve("report/report.css")).isNotEmptyFile();
    assertThat(folder.resolve("report/stale.svg")).doesNotExist();
    assertThat(folder.resolve("report.part")).doesNotExist();
  }

  @Test
  void saysWhereItCannotWrite() throws IOException {
    Files.writeString(folder.resolve("report.part"), "a file where a folder must be");
    Path file = folder.resolve("report.part");

    assertThatThrownBy(
            () -> ReportFolder.write(file, new Report(sample(), Optional.empty()).compose()))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("cannot write the report to " + file);
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
        line("record-p95", "http/record", Finding.BROKEN, 285.0),
        line("soak", "http/soak", Finding.OTHER_PROFILE, null));
  }

  private static String golden(String name) throws IOException {
    try (var in = ReportTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
