package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measuring on with a gate that leaves a case open as often as told. */
class RoundsTest {

  private static final String ROUND = "run --add-to";

  @TempDir Path home;
  private StagesProbe probe;
  private String war;

  @BeforeEach
  void aRelease() throws Exception {
    probe = new StagesProbe(home);
    war = Files.writeString(home.resolve("release.war"), "").toString();
  }

  @Test
  void measureOnUntilTheGateHasDecided() {
    assertThat(probe.decidedAt(3).ci("--baseline-war", war, "--confirm", "5")).isZero();

    assertThat(probe.called(ROUND)).hasSize(2);
    assertThat(probe.called(ROUND).get(0))
        .startsWith("run", "paired/record", "--add-to")
        .containsSubsequence("--baseline-war", war);
    assertThat(probe.called("gate")).hasSize(3);
    assertThat(probe.printed())
        .contains("round 1 of 5", "round 2 of 5", "gate, round 2")
        .doesNotContain("round 3");
  }

  @Test
  void areNoMoreThanToldAndKeepTheVerdict() {
    probe.decidedAt(99).ending("gate", 1);

    assertThat(probe.ci("--baseline-war", war, "--confirm", "2")).isEqualTo(1);
    assertThat(probe.called(ROUND)).hasSize(2);
  }

  @Test
  void areNoneWhenNotTold() {
    probe.decidedAt(99).ci("--baseline-war", war);

    assertThat(probe.called(ROUND)).isEmpty();
    assertThat(probe.called("gate")).hasSize(1);
  }

  @Test
  void takeTheReleaseThatTheThresholdsName() {
    probe.decidedAt(99).naming(war).ci("--confirm", "1");
    assertThat(probe.called(ROUND)).hasSize(1);
    assertThat(probe.calls)
        .filteredOn(call -> call.contains("--baseline-war"))
        .as("the run and its round")
        .hasSize(2);

    StagesProbe missing = new StagesProbe(home).naming(war + ".gone");
    missing.ci("--run-id", "two", "--confirm", "1");
    assertThat(missing.printed()).contains("release.war.gone", "is not there");
    assertThat(missing.calls).noneMatch(call -> call.contains("--baseline-war"));
  }

  @Test
  void haveNoVerdictWhenOneCouldNotBeMeasured() {
    probe.decidedAt(99).ending(ROUND, 3);

    assertThat(probe.ci("--baseline-war", war, "--confirm", "3")).isEqualTo(3);
    assertThat(probe.called(ROUND)).hasSize(1);
    assertThat(probe.called("gate")).as("it says which and why").hasSize(2);
  }

  @Test
  void areNotStartedForARunWithoutVerdict() {
    probe.ending("gate", 3);

    assertThat(probe.ci("--baseline-war", war, "--confirm", "3")).isEqualTo(3);
    assertThat(probe.called(ROUND)).isEmpty();
  }

  @Test
  void measureOnWhatHasNoVerdictBecauseItIsOpen() {
    probe.decidedAt(99).ending("gate", 3);

    assertThat(probe.ci("--baseline-war", war, "--confirm", "2")).isEqualTo(3);
    assertThat(probe.called(ROUND)).hasSize(2);
  }

  @Test
  void ofConfirmDoTheSameForARunThatIsThere() {
    probe.decidedAt(2);

    int code =
        probe.confirm("runs/one", "--baseline-war", war, "--thresholds", "t", "--environment", "e");

    assertThat(code).as(probe.printed()).isZero();
    assertThat(probe.stages()).containsExactly("gate", ROUND, "gate");
    assertThat(probe.called("gate").get(0))
        .startsWith("gate", "runs/one")
        .endsWith("--thresholds", "t", "--environment", "e");
    assertThat(probe.called(ROUND).get(0))
        .containsExactly(
            "run",
            "paired/record",
            "--add-to",
            "runs/one",
            "--baseline-war",
            war,
            "--environment",
            "e");
  }

  @Test
  void ofConfirmNeedARunAndARelease() {
    assertThat(probe.confirm("runs/one")).isEqualTo(2);
    assertThat(probe.confirm("--baseline-war", war)).isEqualTo(2);
    assertThat(probe.confirm("runs/one", "--baseline-war", war + ".gone")).isEqualTo(2);
    assertThat(probe.confirm("runs/one", "--baseline-war", war, "--rounds", "-1")).isEqualTo(2);
    assertThat(probe.calls).isEmpty();
  }
}
