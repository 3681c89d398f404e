package io.perfline.cli;

import static io.perfline.cli.StageLog.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.GateCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ./perf ci} makes of its stages. */
class CiCommandTest {

  @TempDir Path home;
  private StagesProbe probe;

  @BeforeEach
  void stages() {
    probe = new StagesProbe(home);
  }

  @Test
  void callsEachStageInOrderAndHandsOnItsOptions() throws Exception {
    String other = Files.copy(home.resolve("servers.yml"), home.resolve("e.yml")).toString();
    int code = probe.ci("--profile", "soak", "--thresholds", "t.yml", "--environment", other);

    assertThat(code).as(probe.printed()).isZero();
    assertThat(probe.stages())
        .containsExactly(
            "run --list",
            "gate --check",
            "stack status",
            "stack up",
            "deploy",
            "run",
            "publish",
            "gate",
            "publish",
            "trend",
            "report",
            "stack down");
    String run = home.resolve("runs/one").toString();
    assertThat(probe.called("run").get(0))
        .isEqualTo(
            words(
                "run", probe.project(), "--profile", "soak", "--out", run, "--environment", other));
    assertThat(probe.called("gate").get(0))
        .startsWith("gate", run)
        .endsWith("--thresholds", "t.yml", "--environment", other);
    assertThat(probe.called("trend").get(0))
        .containsExactly(
            "trend", run, "--thresholds", "t.yml", "--environment", other, "--publish");
    assertThat(probe.called("gate --check").get(0)).endsWith("--thresholds", "t.yml");
    assertThat(probe.called("stack up").get(0))
        .isEqualTo(words("stack", "up", "--environment", other, probe.project()));
    assertThat(probe.called("report").get(0)).containsExactly("report", run);
  }

  @Test
  void aNightComparesWithTheNightBeforeAndWithTheRelease() throws Exception {
    Path limits = home.resolve("limits.yml");
    Files.writeString(
        limits,
        """
        version: 1
        baselines: {release: {paired: true, since: release}}
        thresholds:
          - {id: growth, case: paired/*, metric: cpu, pass: "<= +9 %", baseline: release}
        """);

    int code =
        probe
            .naming(GateCommand.ANY_BASELINE)
            .ci("--profile", "nightly", "--thresholds", limits.toString());

    assertThat(code).as(probe.printed()).isZero();
    assertThat(probe.stages())
        .containsSubsequence(
            "baseline", "run", "publish", "baseline", "run", "gate", "report", "gate", "publish");
    String second = home.resolve("runs/one-since-release").toString();
    assertThat(probe.called("baseline")).hasSize(2);
    assertThat(probe.called("baseline").get(0)).contains("--since", "night", "--measure");
    assertThat(probe.called("baseline").get(1)).contains("--since", "release", "--measure");
    assertThat(probe.called("run").get(1))
        .startsWith("run", "paired")
        .contains("nightly", second, "--measure");
    assertThat(probe.called("gate").get(0)).startsWith("gate", second);

    probe.calls.clear();
    probe.ci("--run-id", "commit", "--thresholds", limits.toString());
    assertThat(probe.called("baseline")).as("only at night").hasSize(1);
  }

  @Test
  void tellsEachStepAndWhatItTook() {
    probe.ci();

    assertThat(probe.printed())
        .contains("==> build", "==> plan", "==> publish verdict", "==> stack down", "Run: runs/one")
        .containsPattern("Seconds: plan \\d+, check \\d+, build \\d+, stack up .*, all \\d+\\.");
  }

  @Test
  void namesTheFolderByTheRunId() {
    probe.ci("--run-id", "a.b_c-1");
    assertThat(StagesProbe.after(probe.called("run").get(0), "--out")).endsWith("runs/a.b_c-1");
  }

  @ParameterizedTest
  @CsvSource({"--run-id, ../x", "--run-id, .x", "--confirm, often", "--confirm, -1"})
  void refusesWhatCannotBeBeforeAnyStage(String option, String value) {
    assertThat(probe.ci(option, value)).isEqualTo(2);
    assertThat(probe.calls).isEmpty();
  }

  @Test
  void refusesARunThatIsThereAndAReleaseThatIsNot() throws Exception {
    assertThat(probe.ci("--baseline-war", home.resolve("no.war").toString())).isEqualTo(2);
    Files.createDirectories(home.resolve("runs/one"));
    assertThat(probe.ci()).isEqualTo(2);
    assertThat(probe.calls).isEmpty();
    assertThat(probe.printed()).contains("runs/one is there already", "there is no");
  }

  @ParameterizedTest
  @CsvSource({"run --list, 2", "gate --check, 2", "gate --check, 3"})
  void startsNoServerWhenThePlanIsWrong(String stage, int code) {
    assertThat(probe.ending(stage, code).ci()).isEqualTo(code);
    assertThat(probe.stages()).doesNotContain("stack up", "run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stack up", "deploy"})
  void takesDownWhatItStartedWhenNothingCanBeMeasured(String stage) {
    assertThat(probe.ending(stage, 2).ci()).isEqualTo(3);
    assertThat(probe.stages()).endsWith("stack down").doesNotContain("run");
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "3, 3", "1, 3"})
  void hasNoVerdictWithoutARun(int run, int code) {
    assertThat(probe.withoutRun().ending("run", run).ci()).isEqualTo(code);
    assertThat(probe.stages()).endsWith("run", "stack down");
    assertThat(probe.printed()).contains("left no run.json");
  }

  @Test
  void judgesARunWithInvalidCases() {
    assertThat(probe.ending("run", 3).ending("gate", 3).ci()).isEqualTo(3);
    assertThat(probe.stages()).contains("publish", "gate", "report", "stack down");
  }

  @ParameterizedTest
  @CsvSource({"0, 3", "1, 1", "3, 3"})
  void isNotGreenWhenItCouldNotPublish(int gate, int code) {
    assertThat(probe.ending("publish", 3).ending("gate", gate).ci()).isEqualTo(code);
    assertThat(probe.called("publish")).hasSize(1);
    assertThat(probe.called("trend")).isEmpty();
    assertThat(probe.printed()).contains("./perf publish runs/one");
  }

  @ParameterizedTest
  @CsvSource({"0, 3", "1, 1"})
  void isNotGreenWithoutAReport(int gate, int code) {
    assertThat(probe.ending("report", 3).ending("gate", gate).ci()).isEqualTo(code);
    assertThat(probe.stages()).endsWith("stack down");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void goesOnWhateverTheTrendIs(int code) {
    assertThat(probe.ending("trend", code).ci()).isZero();
    assertThat(probe.printed().contains("the level shifts are not marked")).isEqualTo(code > 1);
    assertThat(probe.stages()).contains("report");
  }

  @Test
  void leavesAStackThatItFoundOrIsToKeep() {
    assertThat(probe.ending("stack status", 0).ci()).isZero();
    assertThat(probe.stages()).doesNotContain("stack down");
    assertThat(probe.printed()).contains("left as it was found: running");

    StagesProbe kept = new StagesProbe(home);
    assertThat(kept.ci("--run-id", "two", "--keep-stack")).isZero();
    assertThat(kept.stages()).doesNotContain("stack down");
    assertThat(kept.printed()).contains("kept: ./perf stack down stops it");
  }

  @Test
  void watchesTheSameLoadLive() {
    assertThat(probe.ci("--live")).isZero();
    assertThat(probe.called("run").get(0)).containsOnlyOnce("--live");
  }

  @Test
  void looksIntoWhatIsComparedWhenAsked() {
    probe.naming("paired").ci("--why");
    assertThat(probe.called("run").get(0)).containsOnlyOnce("--why");

    StagesProbe alone = new StagesProbe(home);
    alone.ci("--run-id", "two", "--why");
    assertThat(alone.called("run").get(0)).doesNotContain("--why");
  }

  @Test
  void findsAndMeasuresBesideABaselineWhenTheThresholdsCompareInPairs() {
    probe.naming("paired").ci("--thresholds", "t.yml");

    assertThat(probe.stages())
        .containsSubsequence("gate --check", "baseline", "stack status", "stack up", "run");
    String found = home.resolve(".perf/baseline.json").toString();
    assertThat(probe.called("baseline").get(0))
        .isEqualTo(words("baseline", probe.project(), probe.servers(), "--out", found));
    assertThat(probe.called("run").get(0))
        .containsSubsequence("--baseline", found, "--thresholds", "t.yml");
    assertThat(probe.called("gate --check").get(0)).doesNotContain("--compared");
  }

  @Test
  void comparesWithWhatWasNamedAndHasSomethingJudgeThat() {
    probe.naming("paired").ci("--against", "v1", "--profile", "nightly");

    assertThat(probe.called("baseline").get(0)).containsSubsequence("--against", "v1");
    assertThat(probe.called("gate --check").get(0)).containsSubsequence("--compared", "nightly");
  }

  @Test
  void comparesWithNothingWhenThatIsAskedFor() {
    probe.naming("paired").ci("--against", "none");

    assertThat(probe.called("baseline").get(0)).containsSubsequence("--against", "none");
    assertThat(probe.called("gate --check").get(0)).doesNotContain("--compared");
  }

  @Test
  void startsNothingWhenTheBaselineCannotBeHad() {
    assertThat(probe.naming("paired").ending("baseline", 3).ci("--against", "v1")).isEqualTo(3);

    assertThat(probe.stages()).doesNotContain("stack up", "run");
  }

  @Test
  void takesOneBaselineAlone() throws Exception {
    Path war = Files.writeString(home.resolve("some.war"), "");

    assertThat(probe.ci("--against", "v1", "--baseline-war", war.toString())).isEqualTo(2);
    assertThat(probe.calls).isEmpty();
  }
}
