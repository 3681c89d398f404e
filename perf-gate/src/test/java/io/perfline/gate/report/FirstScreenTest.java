package io.perfline.gate.report;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.gate.sample.SampleVerdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.sample.SampleVerdicts;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.ReportAddress;
import io.perfline.gate.why.SampleWhy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstScreenTest {

  @TempDir Path folder;

  private final Run run =
      run("r1", START)
          .against(
              new RunBaseline("main~1", "c01010736d" + "0".repeat(30), BaselineSource.FOUND, null));

  @Test
  void firstSentenceNamesCaseChangeAndBaseline() {
    assertThat(page(exceeded("more-cpu", "cpu", 62)))
        .contains(
            "</span> paired/record (recorder) uses 62 % more CPU than in main~1 (limit"
                + " more-cpu: at most +3.5 %)</h1>");
  }

  @Test
  void namesTheCauseRightAfterTheFirstSentence() {
    Line line = exceeded("more-cpu", "cpu", 62).with("+62 %", "Parser.parse +39 µs of CPU");

    assertThat(page(line))
        .contains(
            "</h1>\n<p class=\"cause\">100 → 162 µs per request; Parser.parse +39 µs of CPU</p>");
  }

  @Test
  void showsBeforeAndAfterChangeIntervalAndLimitOfEachExceededMetric() {
    String page = page(exceeded("more-cpu", "cpu", 62), exceeded("slower", "service_time.p50", 31));

    assertThat(page)
        .contains(
            "<b>cpu</b> 100 → 162 µs per request, <b class=\"word fail\">+62 % [+54 %, +71 %]</b>"
                + " (limit &lt;= +3.5 %)",
            "<b>service time, p50</b> 100 → 131 µs, <b class=\"word fail\">+31 % [+23 %, +40"
                + " %]</b>")
        .containsOnlyOnce("paired/record</h2>");
    assertThat(Pattern.compile("<svg ").matcher(page).results()).hasSize(2);
  }

  @Test
  void drawsAnIntervalBeyondItsLimitAndDescribesIt() {
    String page = page(exceeded("more-cpu", "cpu", 62));

    double left = place(page, "class=\"interval\" x");
    double right = left + place(page, "width");
    assertThat(place(page, "class=\"zero\" x1")).isBetween(0.0, place(page, "class=\"limit\" x1"));
    assertThat(place(page, "class=\"limit\" x1")).isLessThan(left);
    assertThat(place(page, "cx")).isBetween(left, right);
    assertThat(right).isBetween(80.0, 100.0);
    assertThat(page).contains("<title>cpu: +62 % [+54 %, +71 %], limit &lt;= +3.5 %</title>");
  }

  @Test
  void drawsALowerLimitAnIntervalWithoutAnEndAndAValueWithoutAnInterval() {
    String less = page(line("rate", "throughput", ">= -5 %", -20, interval(-25.0, -15.0), true));
    String open = page(line("rate", "throughput", ">= -5 %", -20, interval(null, -15.0), true));
    String bare = page(line("rate", "throughput", ">= 95 msg/s", 40, null, false));

    assertThat(place(less, "class=\"limit\" x1")).isGreaterThan(place(less, "cx"));
    assertThat(place(less, "class=\"zero\" x1")).isBetween(90.0, 100.0);
    assertThat(place(open, "class=\"interval\" x")).isZero();
    assertThat(place(bare, "class=\"interval\" x")).isEqualTo(place(bare, "class=\"zero\" x1"));
    assertThat(less + open + bare).doesNotContain("NaN", "Infinity");
  }

  @Test
  void givesEachExceededLimitAStableAddress() {
    Line today = exceeded("more-cpu", "cpu", 62);
    Line tomorrow = exceeded("more-cpu", "cpu", 40);

    assertThat(page(today)).contains("<span id=\"more-cpu:paired/record:recorder\">");
    assertThat(page(tomorrow)).contains("<span id=\"more-cpu:paired/record:recorder\">");
    assertThat(page(today, today)).containsOnlyOnce("id=\"more-cpu:paired/record:recorder\"");
    assertThat(Stream.of("a b", "a_b", "a|b").map(name -> exceeded(name, "cpu", 62)))
        .extracting(ReportAddress::anchor)
        .doesNotHaveDuplicates()
        .allMatch(anchor -> anchor.matches("[A-Za-z0-9._:/-]+"));
  }

  @Test
  void namesSlowerMethodsOncePerCase() throws IOException {
    SampleWhy.write(folder, "paired/record");
    HtmlBuilder html = new HtmlBuilder();

    FirstScreen.write(
        html,
        verdict(
            run,
            exceeded("more-cpu", "cpu", 62),
            exceeded("slower", "service_time.p50", 31).with("slower: see below", null)),
        run,
        Optional.of(folder));

    assertThat(html.toString())
        .contains("<h3>Methods that got slower</h3>")
        .containsOnlyOnce("<li>Parser.parse (line 88) +98 µs of CPU per request [+90, +106]");
    assertThat(Pattern.compile("<h([1-6])").matcher(html.toString()).results())
        .extracting(heading -> heading.group(1))
        .as("no heading skips a level")
        .startsWith("1", "2", "3")
        .containsOnly("1", "2", "3");
  }

  @Test
  void showsTheCommitsAndHowToReproduce() {
    HtmlBuilder html = new HtmlBuilder();

    FirstScreen.write(
        html, verdict(run, exceeded("more-cpu", "cpu", 62)), run, Optional.of(folder));

    assertThat(html.toString())
        .contains(
            "<h2 class=\"part\">Commits in between</h2>",
            "<pre>git log --oneline c01010736d..0123456789</pre>",
            "<h2 class=\"part\">How to reproduce</h2>",
            "<pre>perfline ci --only paired/record --against c01010736d</pre>");
  }

  @Test
  void foldsManyFailingCases() {
    Line[] lines =
        IntStream.range(0, 7)
            .mapToObj(i -> SampleVerdicts.line("p95", "http/" + i, Finding.EXCEEDED, 900.0 - i))
            .toArray(Line[]::new);

    String page = page(lines);

    assertThat(page).contains("<summary>3 more cases with exceeded limits</summary>");
    assertThat(page.indexOf(">http/3</h2>")).isLessThan(page.indexOf("<details>"));
    assertThat(page.indexOf(">http/4</h2>")).isGreaterThan(page.indexOf("<details>"));
  }

  @Test
  void centresTheLabelIfItFitsOnAPhone() {
    String middle = page(exceeded("slower", "service_time.p50", 20));
    String right = page(exceeded("slower", "service_time.p50", 62));

    String label = "<text class=\"value\" x=\"%.2f%%\" y=\"58\" text-anchor=\"%s\"";
    double left = place(middle, " x");
    double width = place(middle, " width");
    assertThat(middle).contains(label.formatted(left + width / 2, "middle"));
    assertThat(right).contains(label.formatted(place(right, " x") + place(right, " width"), "end"));
  }

  @Test
  void namesACommonReasonOnce() {
    Line[] lines =
        IntStream.range(0, 17)
            .mapToObj(
                i ->
                    SampleLines.busy(
                        SampleVerdicts.line("p95-" + i, "http/record", Finding.NOT_MEASURED, null),
                        45))
            .toArray(Line[]::new);

    assertThat(page(lines))
        .contains("? INVALID</span> No verdict: 17 of 17 limits could not be judged.</h1>")
        .containsOnlyOnce("17 limits (http/record): machine busy: other processes used 45 %")
        .doesNotContain("How to reproduce", "Commits in between");
  }

  private String page(Line... lines) {
    HtmlBuilder html = new HtmlBuilder();
    FirstScreen.write(html, verdict(run, lines), run, Optional.empty());
    return html.toString();
  }

  /** Returns the first position of a class, in percent of the bar's width. */
  private static double place(String page, String attribute) {
    String picture = page.substring(page.indexOf("<rect"));
    Matcher found = Pattern.compile(attribute + "=\"([0-9.-]+)%\"").matcher(picture);
    assertThat(found.find()).as(attribute).isTrue();
    return Double.parseDouble(found.group(1));
  }

  private static ConfidenceInterval interval(Double low, Double high) {
    return new ConfidenceInterval(low, high, 0.99, "Hodges-Lehmann");
  }

  private static Line exceeded(String threshold, String metric, double change) {
    return line(threshold, metric, "<= +3.5 %", change, interval(change - 8, change + 9), true);
  }

  private static Line line(
      String threshold,
      String metric,
      String limit,
      double value,
      ConfidenceInterval interval,
      boolean paired) {
    return SampleLines.line(
        threshold,
        "paired/record",
        "recorder",
        metric,
        limit,
        null,
        value,
        paired ? "%" : "msg/s",
        interval,
        68,
        paired
            ? SampleLines.paired("previous", 100.0, 100.0 + value, "us", LoadUnit.REQUEST, "main~1")
            : null,
        Finding.EXCEEDED,
        "exceeds the limit " + limit);
  }
}
