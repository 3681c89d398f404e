package io.perfline.gate.judge;

import static io.perfline.gate.judge.PairedRuns.judge;
import static io.perfline.gate.judge.PairedRuns.limit;
import static io.perfline.gate.judge.PairedRuns.paired;
import static io.perfline.gate.judge.PairedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.Runs;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparedSummaryTest {

  @Test
  void theFirstLineNamesTheBaselineAndTheWorstChange() {
    String kept = judge(run(paired(1, 50, 50)), limit("cpu", "<= +10 %")).summary();
    String exceeded = judge(run(paired(1.5, 50, 50)), limit("cpu", "<= +10 %")).summary();

    assertThat(kept)
        .startsWith(
            "No slower than main~1 (4f2a4f2a4f): the worst change is that of http/record, cpu ")
        .contains(" %, ")
        .contains("]; the one limit measured by the profile commit is met; about +");
    assertThat(exceeded)
        .startsWith(
            "Compared with main~1 (4f2a4f2a4f): the worst change is that of http/record, cpu +")
        .endsWith("]; 1 limit of 1 exceeded: t (<= +10 %).");
  }

  /**
   * The limit's size counts: no change at all is closer to a limit of 3 % than 6 % to one of 50 %.
   */
  @Test
  void theWorstChangeIsTheLargestShareOfItsLimit() {
    String both =
        limit("service_time.p50", "<= +3 %")
            + "  - {id: c, case: http/record, metric: cpu, pass: '<= +50 %', baseline: parent}\n";

    assertThat(judge(run(paired(1.06, 50, 50)), both).summary())
        .startsWith(
            "Within limits, though worse than main~1 (4f2a4f2a4f): the worst change is that of"
                + " http/record, cpu +");
    assertThat(judge(run(paired(0.94, 50, 50)), both).summary())
        .startsWith(
            "No slower than main~1 (4f2a4f2a4f): the worst change is that of http/record,"
                + " service_time.p50 0 %");
  }

  @Test
  void aConfirmedRegressionFailsAlthoughOtherLimitsAreInvalid() {
    String both =
        limit("cpu", "<= +10 %")
            + "  - {id: busy, case: http/record, metric: response_time.p95, pass: '<= 1 s',"
            + " min_samples: 999999}\n";
    Verdict verdict = judge(run(paired(1.5, 50, 50)), both);

    assertThat(verdict.outcome()).isEqualTo(Outcome.FAIL);
    assertThat(verdict.summary())
        .endsWith("1 limit of 2 exceeded: t (<= +10 %); 1 limit not judged.");
    assertThat(judge(run(paired(1, 50, 50)), both).outcome()).isEqualTo(Outcome.INVALID);
  }

  @Test
  void tooFewPairsGiveNoVerdict() {
    Verdict few = judge(run(paired(1.5, 3, 3)), limit("cpu", "<= +10 %"));

    assertThat(few.outcome()).isEqualTo(Outcome.INVALID);
    assertThat(few.lines().get(0).finding()).isEqualTo(Finding.TOO_FEW_PAIRS);
    assertThat(few.lines().get(0).reason())
        .isEqualTo(
            "6 pairs in 2 deployments are too few to decide any limit:"
                + " this takes 11 pairs in at least two deployments");
  }

  /**
   * Six slices with 90 % errors are too few for the relative limit, but enough for the absolute
   * one.
   */
  @Test
  void burstsOfErrorsExceedTheAbsoluteLimit() {
    String both =
        limit("error_rate", "<= +100 %")
            + "  - {id: failed, case: http/record, metric: error_rate, pass: '<= 1 %'}\n";

    Verdict bursts = judge(run(failing(100)), both);
    Verdict steady = judge(run(failing(2)), limit("error_rate", "<= +100 %"));

    assertThat(bursts.lines())
        .extracting(Line::finding)
        .containsExactly(Finding.UNDECIDED, Finding.EXCEEDED);
    assertThat(bursts.outcome().exitCode()).isEqualTo(1);
    assertThat(steady.lines().get(0).finding())
        .as("none on the other side can be decided too: " + steady.lines().get(0).reason())
        .isEqualTo(Finding.EXCEEDED);
  }

  /**
   * Returns a case in which 579 of 643 requests fail in every {@code each}th of 600 slices, and
   * none of the baseline.
   */
  private static CaseResult failing(int each) {
    List<SlicePair> pairs = new ArrayList<>();
    long errors = 0;
    for (int i = 0; i < 600; i++) {
      long failed = i % each == 0 ? 579 : 0;
      errors += each == 100 ? failed : 0;
      pairs.add(new SlicePair(1 + i / 300, true, slice(failed), slice(0)));
    }
    return PairedRuns.plain()
        .withPairs(pairs)
        .withCounts(60_000, 60_000, 6_000_000)
        .withTimes(Runs.uniform(60_000), Runs.uniform(60_000))
        .withErrors(Map.of("status 500", errors));
  }

  private static Slice slice(long errors) {
    Slice slice = PairedRuns.slice(1);
    return new Slice(
        slice.seconds(),
        new Counts(
            slice.requests(),
            slice.messages(),
            slice.bytes(),
            errors,
            slice.responseTime(),
            slice.serviceTime()));
  }
}
