package io.perfline.gate.judge;

import static io.perfline.gate.judge.PairedRuns.judge;
import static io.perfline.gate.judge.PairedRuns.limit;
import static io.perfline.gate.judge.PairedRuns.paired;
import static io.perfline.gate.judge.PairedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComparedSummaryTest {

  @Test
  void theFirstLineNamesTheBaselineAndTheWorstChange() {
    String kept = judge(run(paired(1, 50, 50)), limit("cpu", "<= +10 %")).summary();
    String broken = judge(run(paired(1.5, 50, 50)), limit("cpu", "<= +10 %")).summary();

    assertThat(kept)
        .startsWith("No slower than main~1 (4f2a4f2a4f): worst http/record cpu ")
        .contains(" %, ")
        .endsWith("]; the one limit holds.");
    assertThat(broken)
        .startsWith("Compared with main~1 (4f2a4f2a4f): worst http/record cpu +")
        .endsWith("]; 1 limit of 1 broken; look first at t (<= +10 %).");
  }

  /** Not what allows little: no change at all is nearer to a limit of 3 % than 6 % are to 50. */
  @Test
  void theWorstChangeTakesMostOfWhatItsLimitAllows() {
    String both =
        limit("service_time.p50", "<= +3 %")
            + "  - {id: c, case: http/record, metric: cpu, pass: '<= +50 %', baseline: parent}\n";

    assertThat(judge(run(paired(1.06, 50, 50)), both).summary())
        .startsWith("No slower than main~1 (4f2a4f2a4f): worst http/record cpu +");
    assertThat(judge(run(paired(0.94, 50, 50)), both).summary())
        .startsWith("No slower than main~1 (4f2a4f2a4f): worst http/record service_time.p50 0 %");
  }
}
