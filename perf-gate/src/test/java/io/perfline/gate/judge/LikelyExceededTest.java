package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.UndecidedCases;
import io.perfline.gate.verdict.Verdict;
import org.junit.jupiter.api.Test;

/**
 * Tests changes that exceed a limit by themselves, but not with the error shared among several
 * limits.
 */
class LikelyExceededTest {

  private static final String LIMIT = PairedRuns.limit("cpu", "<= +10 %");
  private static final CaseResult SLOWER = PairedRuns.paired(1.125, 50, 50);

  @Test
  void doesNotPass() {
    Verdict verdict = PairedRuns.judge(PairedRuns.run(SLOWER), LIMIT);

    Line line = verdict.lines().get(0);
    assertThat(line.finding()).isEqualTo(Finding.LIKELY_EXCEEDED);
    assertThat(line.interval().low()).as("the reason of the line").isGreaterThan(10);
    assertThat(line.interval().confidence()).isEqualTo(0.9);
    assertThat(line.reason())
        .contains(
            "likely exceeds the limit of +10 %",
            "measure longer (perfline confirm RUN, or a longer budget");
    assertThat(verdict.outcome()).isEqualTo(Outcome.INVALID);
    assertThat(verdict.outcome().exitCode()).isEqualTo(3);
    assertThat(verdict.summary())
        .contains("no verdict: t on http/record (recorder): ", "likely exceeds");
  }

  @Test
  void isMeasuredForLonger() {
    PairedDecision decision =
        PairedDecision.of(
            ThresholdsFile.read("t.yml", LIMIT), PairedRuns.run().catalogue(), entry -> true);

    assertThat(decision.decided(SLOWER)).isFalse();
    assertThat(decision.exceedsLimit(SLOWER)).isFalse();
    assertThat(UndecidedCases.of(PairedRuns.judge(PairedRuns.run(SLOWER), LIMIT)))
        .containsExactly("http/record");
  }

  @Test
  void doesNotHideAnExceededLimit() {
    String both =
        LIMIT + "  - {id: a, case: http/record, metric: response_time.p95, pass: '<= 1 µs'}\n";

    Verdict verdict = PairedRuns.judge(PairedRuns.run(SLOWER), both);

    assertThat(verdict.lines())
        .extracting(Line::finding)
        .containsExactly(Finding.LIKELY_EXCEEDED, Finding.EXCEEDED);
    assertThat(verdict.outcome()).isEqualTo(Outcome.FAIL);
  }
}
