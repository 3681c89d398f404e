package io.perfline.cli.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.sims.run.RunRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests continued measurements with a gate that leaves a case undecided for a number of verdicts.
 */
class RoundsTest {

  @TempDir Path home;
  private StagesProbe probe;
  private String war;

  @BeforeEach
  void aRelease() throws Exception {
    probe = new StagesProbe(home);
    war = Files.writeString(home.resolve("release.war"), "").toString();
  }

  @Test
  void continueUntilTheGateHasDecided() {
    assertThat(probe.decidedAt(3).ci("--baseline-war", war, "--confirm", "5")).isZero();

    assertThat(probe.rounds).hasSize(2);
    assertThat(probe.rounds.get(0).cases()).containsExactly("paired/record");
    assertThat(probe.rounds.get(0).addTo()).isEqualTo(home.resolve("runs/one"));
    assertThat(probe.rounds.get(0).comparison().baseline().war()).isEqualTo(war);
    assertThat(probe.judged).hasSize(3);
    assertThat(probe.printed())
        .contains("round 1 of 5", "round 2 of 5", "gate, round 2")
        .doesNotContain("round 3");
  }

  @Test
  void stopAtTheLimitAndKeepTheVerdict() {
    probe.decidedAt(99).ending("gate", 1);

    assertThat(probe.ci("--baseline-war", war, "--confirm", "2")).isEqualTo(1);
    assertThat(probe.rounds).hasSize(2);
  }

  @Test
  void areNotRunByDefault() {
    probe.decidedAt(99).ci("--baseline-war", war);

    assertThat(probe.rounds).isEmpty();
    assertThat(probe.judged).hasSize(1);
  }

  @Test
  void useTheReleaseNamedInTheThresholds() {
    probe.decidedAt(99).naming(war).ci("--confirm", "1");
    assertThat(probe.rounds).hasSize(1);
    assertThat(probe.runs.get(0).comparison().baseline().war()).isEqualTo(war);
    assertThat(probe.rounds.get(0).comparison().baseline().war()).isEqualTo(war);

    StagesProbe missing = new StagesProbe(home).naming(war + ".gone");
    missing.ci("--run-id", "two", "--confirm", "1");
    assertThat(missing.printed()).contains("release.war.gone", "does not exist");
    assertThat(missing.runs.get(0).comparison().baseline()).isNull();
  }

  @Test
  void haveNoVerdictIfARoundCannotBeMeasured() {
    probe.decidedAt(99).ending("round", 3);

    assertThat(probe.ci("--baseline-war", war, "--confirm", "3")).isEqualTo(3);
    assertThat(probe.rounds).hasSize(1);
    assertThat(probe.judged).as("it names the case and the reason").hasSize(2);
  }

  @Test
  void areNotStartedForARunWithoutVerdict() {
    probe.ending("gate", 3);

    assertThat(probe.ci("--baseline-war", war, "--confirm", "3")).isEqualTo(3);
    assertThat(probe.rounds).isEmpty();
  }

  @Test
  void continueForUndecidedCases() {
    probe.decidedAt(99).ending("gate", 3);

    assertThat(probe.ci("--baseline-war", war, "--confirm", "2")).isEqualTo(3);
    assertThat(probe.rounds).hasSize(2);
  }

  @Test
  void confirmContinuesAnExistingRun() {
    probe.decidedAt(2);

    int code =
        probe.confirm("runs/one", "--baseline-war", war, "--thresholds", "t", "--environment", "e");

    assertThat(code).as(probe.printed()).isZero();
    assertThat(probe.stages).containsExactly("gate", "round", "gate");
    assertThat(probe.judged.get(0).run()).isEqualTo(Path.of("runs/one"));
    assertThat(probe.judged.get(0).thresholds()).isEqualTo(Path.of("t"));
    assertThat(probe.judged.get(0).before()).as("it is judged for the first time").isNull();
    assertThat(probe.judged.get(1).before()).as("to show how intervals changed").isNotNull();
    RunRequest round = probe.rounds.get(0);
    assertThat(round.cases()).containsExactly("paired/record");
    assertThat(round.addTo()).isEqualTo(Path.of("runs/one"));
    assertThat(round.comparison().baseline().war()).isEqualTo(war);
    assertThat(round.environment().given()).contains(Path.of("e"));
  }

  /** The baseline of a command or a WAR is rebuilt as it was for the run. */
  @Test
  void confirmFindsTheBaselineOfTheRun() throws Exception {
    String commit = "0123456789".repeat(4);

    int code = confirmRunOf(new RunBaseline("main~1", commit, new BaselineSource("parent"), null));

    assertThat(code).as(probe.printed()).isZero();
    assertThat(probe.stages).containsExactly("baseline", "gate", "round", "gate");
    assertThat(probe.baselines.get(0).against()).isEqualTo(commit);
    assertThat(probe.rounds.get(0).comparison().baseline().baseline().name()).isEqualTo("main~1");
    assertThat(probe.rounds.get(0).comparison().measure()).isFalse();
  }

  private int confirmRunOf(RunBaseline baseline) throws Exception {
    Path run = Files.createDirectories(home.resolve("runs/paired"));
    RunFile.write(run, StepRun.of(List.of()).against(baseline));
    return probe.decidedAt(2).confirm(run.toString());
  }

  @Test
  void confirmMeasuresEqualBuildsIfTheRunDid() throws Exception {
    String commit = "0123456789".repeat(4);

    int code =
        confirmRunOf(
            new RunBaseline("main~1", commit, new BaselineSource("parent"), null).ofEqualBuilds());

    assertThat(code).as(probe.printed()).isZero();
    assertThat(probe.baselines.get(0).measure()).isTrue();
    assertThat(probe.rounds.get(0).comparison().measure()).isTrue();
  }

  @Test
  void confirmNeedsAComparedRun() throws Exception {
    Path run = Files.createDirectories(home.resolve("runs/alone"));
    RunFile.write(run, StepRun.of(List.of()));

    assertThat(probe.confirm(run.toString())).isEqualTo(2);
    assertThat(probe.printed())
        .contains("was not compared with a baseline", "perfline ci --against REF");
    assertThat(probe.confirm("runs/none")).isEqualTo(3);
    assertThat(probe.stages).isEmpty();
  }

  @Test
  void confirmNeedsARunAndItsRelease() {
    assertThat(probe.confirm("--baseline-war", war)).isEqualTo(2);
    assertThat(probe.confirm("runs/one", "--baseline-war", war + ".gone")).isEqualTo(2);
    assertThat(probe.confirm("runs/one", "--baseline-war", war, "--rounds", "-1")).isEqualTo(2);
    assertThat(probe.stages).isEmpty();
  }
}
