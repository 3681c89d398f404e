package io.perfline.gate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.EarlierDeployments;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.WarmUps;
import io.perfline.gate.history.CommitVerdict;
import io.perfline.gate.text.NoiseText;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which commits become baselines, and the verdict on a build that is its own baseline. */
class UndecidedCommitsTest {

  private static final String LIMITS = PairedRuns.limit("cpu", "<= +5 %");

  @Test
  void aSeriesOfUndecidedChangesAddsUpUntilItFails() {
    Verdict first = PairedRuns.judge(changed(1.05), LIMITS);
    Verdict third = PairedRuns.judge(changed(1.05 * 1.05 * 1.05), LIMITS);

    assertThat(first.lines()).extracting(Line::finding).containsExactly(Finding.UNDECIDED);
    assertThat(letsThrough(changed(1.05), first))
        .as("so the next commit has the same baseline")
        .isFalse();
    assertThat(third.outcome()).isEqualTo(Outcome.FAIL);
  }

  @Test
  void aDecidedCommitBecomesTheBaseline() {
    Run run = changed(1.00);

    assertThat(letsThrough(run, PairedRuns.judge(run, LIMITS))).isTrue();
  }

  @Test
  void aLimitThatTheMachineCannotDecideDoesNotCount() {
    EarlierDeployments.Variance scattered = new EarlierDeployments.Variance("cpu", 4e-3, 6, 0);
    CaseResult result =
        PairedRuns.paired(1.05, 40, 40)
            .with(new EarlierDeployments("0123456789ab", Collections.nCopies(3, scattered)));
    Run run = PairedRuns.run(result);

    Verdict verdict = PairedRuns.judge(run, LIMITS);

    assertThat(verdict.lines()).extracting(Line::finding).containsExactly(Finding.UNDECIDED);
    assertThat(verdict.lines().get(0).reason()).contains("can't be decided here");
    assertThat(letsThrough(run, verdict)).isTrue();
  }

  @Test
  void anUndecidedLimitThatMustBeDecidedGivesNoVerdict() {
    String strict = LIMITS.replace("baseline: parent}", "baseline: parent, undecided: invalid}");

    Verdict verdict = PairedRuns.judge(changed(1.05), strict);

    assertThat(verdict.outcome()).isEqualTo(Outcome.INVALID);
    assertThat(verdict.lines()).extracting(Line::finding).containsExactly(Finding.NOT_DECIDED);
  }

  @Test
  void aBuildThatWasStillWarmingUpIsJudgedWithAWarning() {
    WarmUps warmUps =
        new WarmUps(
            List.of(
                new WarmUps.OfDeployment(1, 60, 41.5, null),
                new WarmUps.OfDeployment(2, 44, 44.0, 43.0)));

    Verdict verdict =
        PairedRuns.judge(PairedRuns.run(PairedRuns.paired(1, 40, 40).with(warmUps)), LIMITS);

    assertThat(verdict.outcome()).isEqualTo(Outcome.WARN);
    assertThat(verdict.lines())
        .extracting(Line::finding)
        .containsExactly(Finding.WITHIN_PASS, Finding.STILL_WARMING_UP);
    assertThat(verdict.lines().get(1).reason())
        .startsWith("a build was still warming up after 60 s in 1 of 2 deployments");
  }

  @Test
  void aBuildThatIsComparedWithItselfIsNotJudgedAndForecastsWhatWillBeFound() {
    Run run =
        changed(1.5)
            .against(new RunBaseline(null, null, BaselineSource.ITSELF, "there is no parent"));

    Verdict verdict = PairedRuns.judge(run, LIMITS);

    assertThat(verdict.outcome()).isEqualTo(Outcome.WARN);
    assertThat(verdict.lines()).extracting(Line::finding).containsExactly(Finding.NOT_TESTED);
    assertThat(letsThrough(run, verdict)).isFalse();
    assertThat(noise(run, Duration.ofHours(1)))
        .singleElement()
        .asString()
        .startsWith("cpu of http/record (limit t): two starts of this build differ by ±")
        .contains("% will be found in about");
    assertThat(noise(changed(1.5), Duration.ofHours(1))).as("another comparison").isEmpty();
    assertThat(noise(changed(1.5).against(PairedRuns.PARENT.ofEqualBuilds()), Duration.ofHours(1)))
        .as("--measure")
        .hasSize(1);
  }

  private static List<String> noise(Run run, Duration budget) {
    return NoiseText.of(NoiseReport.of(run, ThresholdsFile.read("t.yml", LIMITS), budget), budget);
  }

  private static boolean letsThrough(Run run, Verdict verdict) {
    return CommitVerdict.of(run, verdict, "").letThrough();
  }

  private static Run changed(double factor) {
    return PairedRuns.run(PairedRuns.paired(factor, 40, 40));
  }
}
