package io.perfline.gate.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.sample.SampleLines;
import io.perfline.gate.sample.Verdicts;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTextTest {

  @Test
  void reportsHowTheIntervalMoved() {
    Verdict before = Verdicts.ALL.get("warn");
    Verdict now = more(Verdicts.ALL.get("fail"));

    assertThat(ProgressText.of(before, now))
        .isEqualTo(
            "record-p50-against-release on paired/record: [+1.5 %, +9 %] after 120 pairs -> [+5.5"
                + " %, +9 %] after 240 pairs: broken still\n");
    assertThat(ProgressText.of(before, before)).as("no pair more").isEmpty();
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
        null,
        verdict.problems(),
        verdict.lines().stream().map(ProgressTextTest::twiceTheSamples).toList(),
        List.of());
  }

  private static Line twiceTheSamples(Line line) {
    return SampleLines.line(
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
        line.finding(),
        line.reason());
  }
}
