package io.perfline.gate.report;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import io.perfline.gate.history.CaseStatus;
import io.perfline.gate.history.CaseStatus.State;
import io.perfline.gate.history.Freshness;
import io.perfline.gate.history.Shift;
import io.perfline.gate.history.TrendFile;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.Estimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrendSectionTest {

  private static final Run RUN =
      run("r1", START, measured("http/record", START, times(1)), measured("a/b", START, times(1)));

  @TempDir Path folder;
  private final Images images = new Images();

  @Test
  void showsWorseCasesFirstWithCommitsAndChart() throws IOException {
    TrendFile.write(
        folder,
        List.of(
            status("a/b", State.AS_USUAL, "", List.of(1.0, 1.0)),
            status("http/record", State.WORSE, "0123456789abcdef", List.of(100.0, 100.0, 112.0))));

    String html = html();

    assertThat(html).contains("<h2", "Trend", "112 ms", "+12 %", "after 0a, up to 0123456789");
    assertThat(html.indexOf(">http/record<")).isLessThan(html.indexOf(">a/b<"));
    assertThat(images.all())
        .extracting(Drawing::alternative)
        .containsExactly(
            "response time, p95 of http/record in 3 runs: 100 ms, 100 ms, 112 ms",
            "response time, p95 of a/b in 2 runs: 1 ms, 1 ms");
    assertThat(images.all()).allMatch(drawing -> !drawing.svg().contains("NaN"));
  }

  @Test
  void leavesOutUnchangedCasesWithoutAHistory() throws IOException {
    TrendFile.write(folder, List.of(status("http/record", State.TOO_FEW_RUNS, "", List.of(100.0))));

    assertThat(html()).isEmpty();
  }

  @Test
  void countsTheStatesAndFoldsUnchangedCases() throws IOException {
    TrendFile.write(
        folder,
        List.of(
            status("http/record", State.STALE, "", List.of()),
            status("a/b", State.AS_USUAL, "", List.of(1.0, 1.0))));

    String html = html();

    assertThat(html).contains("1 stale", "0 worse", "0 better", "1 unchanged");
    assertThat(html.indexOf(">http/record<")).isLessThan(html.indexOf("<details>"));
    assertThat(html.indexOf(">a/b<")).isGreaterThan(html.indexOf("<details>"));
  }

  @Test
  void linksTheCommitOfAChangeToTheReportOfItsRun() throws IOException {
    Files.createDirectories(folder.resolve("r0/report"));
    Files.createFile(folder.resolve("r0/report/index.html"));
    Path run = Files.createDirectory(folder.resolve("r1"));
    TrendFile.write(run, List.of(status("http/record", State.WORSE, "0b", List.of(100.0, 112.0))));

    HtmlBuilder html = new HtmlBuilder();
    new TrendSection(run, RUN, images).write(html);

    assertThat(html.toString()).contains("<a href=\"../../r0/report/index.html\">0b</a>");
  }

  @Test
  void aRunWithoutTrendHasNoSection() {
    assertThat(html()).isEmpty();
  }

  @Test
  void aTruncatedOrMalformedFileIsAnError() throws IOException {
    for (String text : List.of("{\"schema\": 1, \"cases\": [{\"case\":", "{\"schema\": 2}", "{}")) {
      Files.writeString(folder.resolve(TrendFile.NAME), text);

      assertThatThrownBy(this::html)
          .isInstanceOfSatisfying(Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(3))
          .hasMessageContaining(TrendFile.NAME);
    }
  }

  private String html() {
    HtmlBuilder html = new HtmlBuilder();
    new TrendSection(folder, RUN, images).write(html);
    return html.toString();
  }

  private static CaseStatus status(
      String caseName, State state, String upToCommit, List<Double> recent) {
    double value = recent.isEmpty() ? Double.NaN : recent.get(recent.size() - 1);
    return new CaseStatus(
        caseName,
        "direct",
        Metric.RESPONSE_TIME_P95,
        new PastCase("r1", "0b", START, 0, 0, metric -> value),
        value,
        recent,
        recent.isEmpty() ? Double.NaN : recent.get(0),
        recent.isEmpty()
            ? null
            : new Estimate(Math.log(value / recent.get(0)), 0.09, 0.14, 60, "a test's"),
        state,
        state == State.STALE ? new Freshness(false, 3, 0) : Freshness.NEWEST,
        upToCommit.isEmpty() ? null : new Shift.First("r0", upToCommit, START),
        upToCommit.isEmpty() ? "" : "0a",
        upToCommit);
  }
}
