package io.perfline.gate.judge;

import static io.perfline.gate.judge.PairedRuns.judge;
import static io.perfline.gate.judge.PairedRuns.limit;
import static io.perfline.gate.judge.PairedRuns.paired;
import static io.perfline.gate.judge.PairedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.ServerEnd;
import io.perfline.gate.text.VerdictText;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
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

  @Test
  void failsIfOnlyTheCandidateNeverBecomesReady() {
    Verdict verdict = verdict(ServerEnd.neverReady(true, "linger exceeds the timeout"));

    assertThat(verdict.outcome()).isEqualTo(Outcome.FAIL);
    assertThat(VerdictText.of(verdict, "main~1", Map.of()).replaceAll("\\s+", " "))
        .startsWith(
            "FAIL http/record: the candidate never became ready, and the baseline did in the same"
                + " place: linger exceeds the timeout");
    assertThat(verdict(ServerEnd.neverReady(false, "no disk")).outcome())
        .isEqualTo(Outcome.INVALID);
  }

  /** It could not report its commit either. */
  @Test
  void anUnreachableServiceFailsToo() {
    ServerEnd end = ServerEnd.neverReady(true, "linger exceeds the timeout");
    CaseResult result = paired(1, 4, 4).with(end).withProblems(List.of(end.text()));

    assertThat(judge(unreachable(run(result)), limit("cpu", "<= +10 %")).outcome())
        .isEqualTo(Outcome.FAIL);
  }

  private static Run unreachable(Run run) {
    return new Run(
        run.schema(),
        run.run(),
        run.build(),
        run.branch(),
        run.commit(),
        Run.UNREACHABLE + "it never became ready",
        run.profile(),
        run.environment(),
        run.started(),
        run.ended(),
        run.catalogue(),
        run.cases(),
        run.shard(),
        run.baseline());
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
