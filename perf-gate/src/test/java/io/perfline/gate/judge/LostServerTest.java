package io.perfline.gate.judge;

import static io.perfline.gate.judge.PairedRuns.absolute;
import static io.perfline.gate.judge.PairedRuns.judge;
import static io.perfline.gate.judge.PairedRuns.limit;
import static io.perfline.gate.judge.PairedRuns.paired;
import static io.perfline.gate.judge.PairedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.LostServer;
import io.perfline.core.run.SentRequests;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests comparisons of builds that lost their database, or work on different data. */
class LostServerTest {

  private static final String WHY = "after 3 s of load, both builds lost 127.0.0.1:5432";

  private static CaseResult lost(double factor) {
    return paired(factor, 100, 100).with(new LostServer(WHY));
  }

  @Test
  void nothingIsJudgedAfterTheLoss() {
    Verdict verdict = judge(run(lost(1)), limit("cpu", "<= +10 %"));

    assertThat(verdict.outcome()).isEqualTo(Outcome.INVALID);
    assertThat(verdict.lines(Outcome.INVALID))
        .singleElement()
        .satisfies(line -> assertThat(line.finding()).isEqualTo(Finding.NOT_MEASURED))
        .satisfies(line -> assertThat(line.reason()).isEqualTo(WHY));
  }

  @Test
  void aLimitThatWasExceededBeforeStaysExceeded() {
    assertThat(judge(run(lost(2)), limit("cpu", "<= +10 %")).outcome()).isEqualTo(Outcome.FAIL);
    CaseResult failing = lost(1).withErrors(Map.of("500", 100L));
    assertThat(judge(run(failing), absolute("error_rate", "<= 1 %")).outcome())
        .isEqualTo(Outcome.FAIL);
  }

  @Test
  void differentNumbersOfRequestsThatChangeDataAreNamed() {
    CaseResult result = paired(1, 100, 100);
    String limit = limit("cpu", "<= +10 %");

    assertThat(judge(run(result.with(new SentRequests(1000, 995))), limit).outcome())
        .isEqualTo(Outcome.PASS);
    Verdict verdict = judge(run(result.with(new SentRequests(325, 285))), limit);
    assertThat(verdict.outcome()).isEqualTo(Outcome.WARN);
    assertThat(verdict.lines(Outcome.WARN).get(0).reason())
        .startsWith(
            "http/record changes data, and sent 325 requests to the candidate but 285 to the"
                + " baseline");
  }
}
