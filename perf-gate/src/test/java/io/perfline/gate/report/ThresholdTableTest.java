package io.perfline.gate.report;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.gate.sample.SampleVerdicts.line;
import static io.perfline.gate.sample.SampleVerdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ThresholdTableTest {

  private static final Line ABSOLUTE = line("p95", "http/record", Finding.WITHIN_PASS, 1.9);
  private static final Line RELATIVE =
      relative(new ConfidenceInterval(-1.0, 2.0, 0.99, "Hodges-Lehmann"), "5 runs of main");

  @Test
  void leavesOutWhatNoRowHas() {
    assertThat(head(ABSOLUTE))
        .containsExactly(
            "verdict",
            "threshold",
            "case",
            "metric",
            "passes",
            "measured",
            "of its limit",
            "samples",
            "why");
    assertThat(head(relative(null, "5 runs of main")))
        .contains("baseline")
        .doesNotContain("interval");
  }

  @Test
  void showsWhatOneRowHasAndLeavesItsCellEmptyInTheOthers() {
    String table = table(ABSOLUTE, RELATIVE);

    assertThat(head(ABSOLUTE, RELATIVE)).contains("interval", "baseline").hasSize(11);
    assertThat(table)
        .contains(
            ">-1 % to +2 % (99 %)</td>",
            "worst first. Intervals: Hodges-Lehmann<", ">5 runs of main</td>")
        .containsOnlyOnce("(99 %)");
    assertThat(Arrays.stream(table.split("<tr>")).skip(2))
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.split("</t[hd]>", -1)).hasSize(12));
  }

  private static Line relative(ConfidenceInterval interval, String origin) {
    return new Line(
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
        new BaselineOrigin("main", "history", List.of("r0"), 1.8, "ms", origin),
        Finding.WITHIN_PASS.outcome(),
        Finding.WITHIN_PASS,
        "keeps");
  }

  private static List<String> head(Line... lines) {
    return Pattern.compile("<th scope=\"col\"[^>]*>([^<]*)</th>")
        .matcher(table(lines))
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static String table(Line... lines) {
    HtmlBuilder html = new HtmlBuilder();
    VerdictSections.thresholds(html, verdict(run("r1", START), lines));
    return html.toString();
  }
}
