package io.perfline.gate.report;

import static io.perfline.core.sample.SampleRuns.START;
import static io.perfline.core.sample.SampleRuns.measured;
import static io.perfline.core.sample.SampleRuns.run;
import static io.perfline.core.sample.SampleRuns.times;
import static io.perfline.gate.sample.SampleVerdicts.line;
import static io.perfline.gate.sample.SampleVerdicts.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunWithSeconds;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.Unchanged;
import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CaseTableTest {

  private final Run run = run("r1", START, measured("http/record", times(1000, 2000)));

  @Test
  void aCaseOnABusyMachineIsShownAsNotJudged() {
    Line busy = SampleLines.busy(line("p95", "http/record", Finding.NOT_MEASURED, null), 45);

    assertThat(table(run, Optional.of(verdict(run, busy))))
        .contains("? not judged</span>: machine busy (other processes used 45 %)</td>")
        .doesNotContain("✓ valid");
  }

  @Test
  void noCaseOfAnInvalidRunIsShownAsValid() {
    Verdict judged = verdict(run, line("p95", "http/record", Finding.WITHIN_PASS, 2.0));
    String problem = "another commit was measured";
    Verdict whole =
        new Verdict(
            judged.schema(),
            judged.run(),
            judged.build(),
            judged.branch(),
            judged.commit(),
            judged.profile(),
            judged.environment(),
            judged.judged(),
            Outcome.INVALID,
            "No verdict: " + problem,
            null,
            List.of(problem),
            judged.lines(),
            List.of());

    assertThat(table(run, Optional.of(whole)))
        .contains("? not judged</span>: another commit was measured")
        .doesNotContain("✓ valid");
    assertThat(table(run, Optional.of(judged))).contains("✓ valid");
    assertThat(table(run, Optional.empty())).contains("✓ valid");
  }

  @Test
  void aCaseWithoutLoadShowsNoFigures() {
    CaseResult unchanged =
        measured("paired/record", times()).with(new Unchanged("both builds are the same"));

    String table = table(run("r1", START, unchanged), Optional.empty());

    assertThat(table)
        .contains(
            "<td data-label=\"requests/s\" class=\"nothing\">–</td>",
            "<td data-label=\"requests\" class=\"nothing\">–</td>",
            ">unchanged, not measured</td>")
        .doesNotContain("✓ valid", "CPU 0 %");
  }

  @Test
  void onlyAServiceWithNeedsHasAColumnOfTheirCpuTime() {
    CaseResult result = measured("http/record", times(1000, 2000));
    ServerCost alone = new ServerCost(1e6, null, null, Map.of(), "pid 7");
    ServerCost needing =
        new ServerCost(1e6, null, null, Map.of("db", 42.0 * result.messages()), "pid 7");

    assertThat(table(run("r1", START, result.with(alone)), Optional.empty()))
        .contains("CPU, µs")
        .doesNotContain("CPU of needs");
    assertThat(table(run("r1", START, result.with(needing)), Optional.empty()))
        .contains("<td data-label=\"CPU of needs, µs\">42</td>");
  }

  @Test
  void showsTheChangeOfAMetricWithoutAColumn() {
    Line slower =
        SampleLines.line(
            "slower",
            "http/record",
            "direct",
            "service_time.mean",
            "<= +5 %",
            null,
            3.0,
            "%",
            new ConfidenceInterval(1.0, 4.5, 0.99, "a test's"),
            300,
            SampleLines.paired("parent", 1.0, 1.03, "ms", LoadUnit.REQUEST, "the parent"),
            Finding.WITHIN_PASS,
            "met");

    assertThat(table(run, Optional.of(verdict(run, slower))))
        .contains(
            "<td data-label=\"further changes\" class=\"text long\">service time, mean"
                + " 1 → 1.03 ms, +3 % [+1 %, +4.5 %]</td>");
  }

  @Test
  void eachCellNamesItsColumnForACardOnAPhone() {
    assertThat(table(run, Optional.empty()))
        .doesNotContain("<td>", "<td class")
        .contains("<th scope=\"row\" data-label=\"case\">");
  }

  private static String table(Run run, Optional<Verdict> verdict) {
    HtmlBuilder html = new HtmlBuilder();
    new CaseTable(new RunWithSeconds(run, Map.of()), verdict).write(html);
    return html.toString();
  }
}
