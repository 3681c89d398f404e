package io.perfline.gate.judge;

import static io.perfline.gate.judge.PairedRuns.judge;
import static io.perfline.gate.judge.PairedRuns.limit;
import static io.perfline.gate.judge.PairedRuns.paired;
import static io.perfline.gate.judge.PairedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import org.junit.jupiter.api.Test;

class ComparedSummaryTest {

  @Test
  void theFirstLineNamesTheBaselineAndTheWorstChange() {
    String kept = judge(run(paired(1, 50, 50)), limit("cpu", "<= +10 %")).summary();
    String broken = judge(run(paired(1.5, 50, 50)), limit("cpu", "<= +10 %")).summary();

    assertThat(kept)
        .startsWith("No slower than main~1 (4f2a4f2a4f): worst http/record cpu ")
        .contains(" %, ")
        .endsWith("]; the one limit measured by the profile commit is met.");
    assertThat(broken)
        .startsWith("Compared with main~1 (4f2a4f2a4f): worst http/record cpu +")
        .endsWith("]; 1 limit of 1 exceeded; look first at t (<= +10 %).");
  }

  /** Not what allows little: no change at all is nearer to a limit of 3 % than 6 % are to 50. */
  @Test
  void theWorstChangeTakesMostOfWhatItsLimitAllows() {
    String both =
        limit("service_time.p50", "<= +3 %")
            + "  - {id: c, case: http/record, metric: cpu, pass: '<= +50 %', baseline: parent}\n";

    assertThat(judge(run(paired(1.06, 50, 50)), both).summary())
        .startsWith(
            "Within limits, though worse than main~1 (4f2a4f2a4f): worst http/record cpu +");
    assertThat(judge(run(paired(0.94, 50, 50)), both).summary())
        .startsWith("No slower than main~1 (4f2a4f2a4f): worst http/record service_time.p50 0 %");
  }

  @Test
  void aConfirmedRegressionFailsThoughOtherLimitsCannotBeJudged() {
    String both =
        limit("cpu", "<= +10 %")
            + "  - {id: busy, case: http/record, metric: response_time.p95, pass: '<= 1 s',"
            + " min_samples: 999999}\n";
    Verdict verdict = judge(run(paired(1.5, 50, 50)), both);

    assertThat(verdict.outcome()).isEqualTo(Outcome.FAIL);
    assertThat(verdict.summary())
        .endsWith("1 limit of 2 exceeded; look first at t (<= +10 %); 1 limit not judged.");
    assertThat(judge(run(paired(1, 50, 50)), both).outcome()).isEqualTo(Outcome.INVALID);
  }

  @Test
  void pairsThatCouldNeverDecideAreNoVerdict() {
    Verdict few = judge(run(paired(1.5, 3, 3)), limit("cpu", "<= +10 %"));

    assertThat(few.outcome()).isEqualTo(Outcome.INVALID);
    assertThat(few.lines().get(0).finding()).isEqualTo(Finding.TOO_FEW_PAIRS);
    assertThat(few.lines().get(0).reason())
        .isEqualTo(
            "6 pairs in 2 deployments are too few to decide any limit:"
                + " it takes 11 pairs in at least two deployments");
  }
}
