package io.perfline.gate.report;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.gate.sample.SampleVerdicts.line;
import static io.perfline.gate.sample.SampleVerdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ThresholdSectionTest {

  private static final Line ABSOLUTE = line("p95", "http/record", Finding.WITHIN_PASS, 1.9);
  private static final Line RELATIVE =
      relative(new ConfidenceInterval(-1.0, 2.0, 0.99, "Hodges-Lehmann"), "5 runs of main");

  @Test
  void omitsEmptyColumns() {
    assertThat(head(ABSOLUTE))
        .containsExactly(
            "threshold", "case", "limit", "measured", "of its limit", "samples", "why");
    assertThat(head(RELATIVE)).doesNotContain("of its limit");
    assertThat(head(ABSOLUTE, RELATIVE)).contains("of its limit");
  }

  @Test
  void showsBeforeAndAfterIntervalAndBaseline() {
    assertThat(table(RELATIVE))
        .contains(
            ">1.8 → 1.82 ms, +1 % [-1 %, +2 %]</td>",
            ">met; baseline: 5 runs of main; interval: 99 %, Hodges-Lehmann</td>");
  }

  @Test
  void foldsLessImportantLimitsAndOmitsThoseOfTheFirstScreen() {
    String table =
        table(
            line("a", "http/a", Finding.EXCEEDED, 900.0),
            line("b", "http/b", Finding.NOT_MEASURED, null),
            line("c", "http/c", Finding.WITHIN_WARN, 300.0),
            line("d", "http/d", Finding.WITHIN_PASS, 1.0),
            line("e", "http/e", Finding.UNCHANGED, null),
            line("f", "http/f", Finding.OTHER_PROFILE, null));

    assertThat(Pattern.compile("<details[^>]*><summary>[^<]*").matcher(table).results())
        .extracting(MatchResult::group)
        .containsExactly(
            "<details open=\"\"><summary>1 not judged",
            "<details open=\"\"><summary>1 with a warning",
            "<details><summary>1 met",
            "<details><summary>1 unchanged, not measured",
            "<details><summary>1 of other profiles");
    assertThat(table).doesNotContain("http/a").contains("http/b, direct", "http/f, direct");
  }

  private static Line relative(ConfidenceInterval interval, String origin) {
    return SampleLines.line(
        "p95-against-main",
        "http/record",
        "direct",
        "response_time.p95",
        "<= +5 %",
        null,
        1.0,
        "%",
        interval,
        5,
        SampleLines.history("main", List.of("r0"), 1.8, 1.818, "ms", origin),
        Finding.WITHIN_PASS,
        "met");
  }

  private static List<String> head(Line... lines) {
    return Pattern.compile("<th scope=\"col\"[^>]*>([^<]*)</th>")
        .matcher(table(lines))
        .results()
        .map(match -> match.group(1))
        .distinct()
        .toList();
  }

  private static String table(Line... lines) {
    HtmlBuilder html = new HtmlBuilder();
    ThresholdSection.write(html, verdict(run("r1", START), lines));
    return html.toString();
  }
}
