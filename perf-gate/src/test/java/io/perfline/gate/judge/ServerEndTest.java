package io.perfline.gate.judge;

import static io.perfline.gate.judge.PairedRuns.judge;
import static io.perfline.gate.judge.PairedRuns.limit;
import static io.perfline.gate.judge.PairedRuns.paired;
import static io.perfline.gate.judge.PairedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ServerEnd;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a build whose server dies under a load that the other build survives. */
class ServerEndTest {

  private static final String HOW =
      "exit code 3; its log runs/one/service-candidate.log ends with:\n"
          + "  loaded\n  java.lang.OutOfMemoryError: Java heap space";

  private static Verdict verdict(ServerEnd end) {
    CaseResult result = paired(1, 4, 4).with(end).withProblems(List.of(end.text()));
    return judge(run(result), limit("cpu", "<= +10 %"));
  }

  @Test
  void failsIfOnlyTheCandidatesServerDiesUnderLoad() {
    Verdict verdict = verdict(new ServerEnd(ServerEnd.CANDIDATE, true, 43, HOW));

    assertThat(verdict.outcome()).isEqualTo(Outcome.FAIL);
    assertThat(verdict.outcome().exitCode()).isEqualTo(1);
    assertThat(verdict.lines(Outcome.FAIL))
        .singleElement()
        .satisfies(line -> assertThat(line.finding()).isEqualTo(Finding.SERVER_ENDED));
    assertThat(verdict.summary())
        .contains("the candidate's server ended after 43 s of load, which the baseline's survived")
        .contains("exit code 3", "java.lang.OutOfMemoryError");
    assertThat(VerdictText.of(verdict, "main~1", Map.of()))
        .startsWith("FAIL  http/record: the candidate's server ended")
        .doesNotContain("INVALID")
        .contains("the candidate's server ended after 43 s of load")
        .contains("java.lang.OutOfMemoryError: Java heap space");
  }

  @ParameterizedTest
  @CsvSource({"candidate, false", "baseline, true"})
  void otherEndsGiveNoVerdictAndTheReason(String build, boolean otherSurvived) {
    Verdict verdict = verdict(new ServerEnd(build, otherSurvived, 43, HOW));

    assertThat(verdict.outcome()).isEqualTo(Outcome.INVALID);
    assertThat(verdict.lines(Outcome.INVALID).get(0).reason())
        .startsWith("the %s's server ended after 43 s of load".formatted(build))
        .contains("exit code 3");
  }
}
