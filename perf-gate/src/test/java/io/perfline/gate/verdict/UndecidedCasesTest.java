package io.perfline.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UndecidedCasesTest {

  @Test
  void areUndecidedOrExceededPairedCases() {
    assertThat(UndecidedCases.of(Verdicts.ALL.get("warn"))).containsExactly("paired/record");
    assertThat(UndecidedCases.of(Verdicts.ALL.get("fail"))).containsExactly("paired/record");
    assertThat(UndecidedCases.of(Verdicts.ALL.get("pass"))).isEmpty();
    assertThat(UndecidedCases.of(Verdicts.ALL.get("waiver"))).isEmpty();
  }

  @Test
  void areEmptyWithoutAVerdict() {
    Verdict fail = Verdicts.ALL.get("fail");
    List<String> problems = List.of("the generator starved");

    Verdict invalid =
        new Verdict(
            Verdict.SCHEMA,
            fail.run(),
            fail.build(),
            fail.branch(),
            fail.commit(),
            fail.profile(),
            fail.environment(),
            fail.judged(),
            Outcome.INVALID,
            "No verdict.",
            problems,
            fail.lines(),
            List.of());

    assertThat(UndecidedCases.of(invalid)).isEmpty();
  }

  @Test
  void progressReportsHowTheIntervalMoved() {
    Verdict before = Verdicts.ALL.get("warn");
    Verdict now = more(Verdicts.ALL.get("fail"));

    assertThat(UndecidedCases.progress(before, now))
        .isEqualTo(
            "record-p50-against-release on paired/record: [+1.5 %, +9 %] after 120 pairs -> [+5.5"
                + " %, +9 %] after 240 pairs: broken still\n");
    assertThat(UndecidedCases.progress(before, before)).as("no pair more").isEmpty();
  }

  private static Verdict more(Verdict verdict) {
    return new Verdict(
        verdict.schema(),
        verdict.run(),
        verdict.build(),
        verdict.branch(),
        verdict.commit(),
        verdict.profile(),
        verdict.environment(),
        verdict.judged(),
        verdict.outcome(),
        verdict.summary(),
        verdict.problems(),
        verdict.lines().stream().map(UndecidedCasesTest::twiceTheSamples).toList(),
        List.of());
  }

  private static Line twiceTheSamples(Line line) {
    return new Line(
        line.threshold(),
        line.caseName(),
        line.target(),
        line.metric(),
        line.limit(),
        line.warn(),
        line.value(),
        line.unit(),
        line.interval(),
        2 * line.samples(),
        line.baseline(),
        line.outcome(),
        line.finding(),
        line.reason());
  }
}
