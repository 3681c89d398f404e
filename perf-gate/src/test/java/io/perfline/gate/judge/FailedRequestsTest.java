package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.Run;
import io.perfline.gate.Runs;
import io.perfline.gate.text.Wording;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests a case in which 400 of 1,000 requests failed. */
class FailedRequestsTest {

  private static final String TIMES =
      "  - {id: times, case: http/record, metric: response_time.p95, pass: \"<= 500 ms\"}\n";
  private static final String ERRORS =
      "  - {id: errors, case: http/record, metric: error_rate, pass: \"%s\"}\n";

  @Test
  void errorsAreJudgedIfNothingElseCanBe() {
    Verdict verdict = judge(ERRORS.formatted("<= 1 %"));

    assertThat(verdict.outcome()).isEqualTo(Outcome.FAIL);
    assertThat(verdict.lines().get(0).value()).isEqualTo(40.0);
    assertThat(verdict.lines().get(0).samples()).isEqualTo(1000);
  }

  @Test
  void timesAreNotJudged() {
    Verdict verdict = judge(TIMES);

    assertThat(verdict.outcome()).isEqualTo(Outcome.INVALID);
    assertThat(verdict.lines().get(0).finding()).isEqualTo(Finding.REQUESTS_FAILED);
    assertThat(verdict.lines().get(0).reason()).contains("error_rate is 40 %");
  }

  @Test
  void anExceededLimitStillFails() {
    assertThat(judge(TIMES + ERRORS.formatted("<= 1 %")).outcome()).isEqualTo(Outcome.FAIL);
    assertThat(judge(TIMES + ERRORS.formatted("<= 50 %")).outcome()).isEqualTo(Outcome.INVALID);
  }

  private static Verdict judge(String thresholds) {
    Run failing =
        Runs.run(
            List.of(
                Runs.http("http/record", "recorder", Runs.uniform(600))
                    .withErrors(Map.of("status 500", 400L))));
    String file = "version: 1\nthresholds:\n" + thresholds;
    return Wording.of(
        Gate.judge(
            failing,
            ThresholdsFile.read("t.yml", file),
            History.NONE,
            Runs.START.plusSeconds(3600)));
  }
}
