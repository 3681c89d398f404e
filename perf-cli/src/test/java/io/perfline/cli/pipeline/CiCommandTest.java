package io.perfline.cli.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.cli.baseline.ProjectBaseline;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.deploy.stack.ProjectLock;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import io.perfline.sims.comparison.BaselineComparison;
import io.perfline.sims.run.RunRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how {@code ./perfline ci} calls its stages. */
class CiCommandTest {

  @TempDir Path home;
  private StagesProbe probe;

  @BeforeEach
  void stages() {
    probe = new StagesProbe(home);
  }

  @Test
  void selectedCasesAreMeasuredAndJudgedButNotPublished() {
    assertThat(probe.ci("--only", "http/record", "--only", "kafka")).as(probe.printed()).isZero();

    assertThat(probe.stages)
        .containsExactly(
            "plan", "check", "stack up", "deploy", "run", "gate", "report", "stack down");
    assertThat(probe.runs.get(0).cases()).containsExactly("http/record", "kafka");
    assertThat(probe.judged.get(0).only()).containsExactly("http/record", "kafka");
  }

  @Test
  void printsTheGatesVerdict() {
    assertThat(probe.ci("--quiet", "--json")).isEqualTo(2);
    assertThat(probe.printed()).contains("--all, --quiet and --json are mutually exclusive");
    assertThat(probe.stages).isEmpty();
  }

  @Test
  void callsEachStageInOrderWithItsOptions() throws Exception {
    Path other = Files.copy(home.resolve("servers.yml"), home.resolve("e.yml"));
    int code =
        probe.ci("--profile", "soak", "--thresholds", "t.yml", "--environment", other.toString());

    assertThat(code).as(probe.printed()).isZero();
    assertThat(probe.stages)
        .containsExactly(
            "plan",
            "check",
            "stack up",
            "deploy",
            "run",
            "publish",
            "gate",
            "publish",
            "trend",
            "report",
            "stack down");
    Path run = home.resolve("runs/one");
    Path limits = Path.of("t.yml");
    RunRequest measured = probe.runs.get(0);
    assertThat(measured.profile()).isEqualTo("soak");
    assertThat(measured.folder()).isEqualTo(run);
    assertThat(measured.environment().given()).contains(other);
    assertThat(measured.comparison()).isEqualTo(BaselineComparison.NONE);
    assertThat(probe.checked).containsExactly("t.yml null");
    assertThat(probe.judged.get(0).run()).isEqualTo(run);
    assertThat(probe.judged.get(0).thresholds()).isEqualTo(limits);
    assertThat(probe.judged.get(0).history().files()).as("it is in the InfluxDB").isEmpty();
    assertThat(probe.trends.get(0).run()).isEqualTo(run);
    assertThat(probe.trends.get(0).thresholds()).isEqualTo(limits);
    assertThat(probe.trends.get(0).publish()).isTrue();
    assertThat(probe.upped).containsExactly(other);
  }

  @Test
  void aNightlyRunIsComparedWithTheLastNightAndTheRelease() {
    int code = probe.comparing().sinceRelease().ci("--profile", "nightly");

    assertThat(code).as(probe.printed()).isZero();
    assertThat(probe.stages)
        .containsSubsequence(
            "baseline", "run", "publish", "baseline", "run", "gate", "report", "gate", "publish");
    Path second = home.resolve("runs/one-since-release");
    assertThat(probe.baselines).hasSize(2).allMatch(ProjectBaseline::measure);
    assertThat(probe.baselines.get(0).since()).isEqualTo(ProjectBaseline.Since.NIGHT);
    assertThat(probe.baselines.get(1).since()).isEqualTo(ProjectBaseline.Since.RELEASE);
    RunRequest run = probe.runs.get(1);
    assertThat(run.cases()).containsExactly("paired");
    assertThat(run.profile()).isEqualTo("nightly");
    assertThat(run.folder()).isEqualTo(second);
    assertThat(run.comparison().measure()).isTrue();
    assertThat(probe.judged.get(0).run()).isEqualTo(second);
    assertThat(probe.judged.get(0).history()).as("it is not in the history").isNull();

    StagesProbe daily = new StagesProbe(home).comparing().sinceRelease();
    daily.ci("--run-id", "commit");
    assertThat(daily.baselines).as("only at night").hasSize(1);
  }

  @Test
  void checksTheBaselineBeforeBuilding() {
    assertThat(probe.ending("named", 2).ci("--against", "nothing")).isEqualTo(2);

    assertThat(probe.printed()).contains("there is no nothing").doesNotContain("==> build");
    assertThat(probe.stages).containsExactly("plan");
  }

  @Test
  void forecastsItsDuration() {
    probe.comparing().ci();
    assertThat(probe.printed())
        .contains(
            "about 7 minutes: 4 comparisons; about half a minute if nothing that runs has changed");

    new EarlierDurations(home.resolve(".perf/durations.json"))
        .add(
            new EarlierDurations.Build(
                "commit", "about 7 minutes: 4 comparisons", EarlierDurations.Kind.COMPARED, 300));
    StagesProbe measuring = new StagesProbe(home).comparing();
    measuring.ci("--run-id", "two", "--measure");
    assertThat(measuring.printed())
        .contains("about 5 minutes: 4 comparisons, as earlier builds")
        .doesNotContain("if nothing");
  }

  @Test
  void refusesASecondCommandInTheSameCheckout() throws Exception {
    try (ProjectLock lock = ProjectLock.take(home, "perfline ci, run runs/a", silent())) {
      assertThat(probe.ci()).isEqualTo(3);
    }
    assertThat(probe.stages).isEmpty();
    assertThat(probe.printed()).contains("another command measures in", "perfline ci, run runs/a");
  }

  private static PrintWriter silent() {
    return new PrintWriter(Writer.nullWriter());
  }

  @Test
  void reportsEachStepAndItsDuration() {
    probe.ci();

    assertThat(probe.printed())
        .contains("==> build", "==> run", "==> publish verdict", "==> stack down", "Run: runs/one")
        .containsPattern("Seconds: build \\d+, stack up .*, all \\d+\\.");
  }

  @Test
  void namesTheFolderAfterTheRunId() {
    probe.ci("--run-id", "a.b_c-1");
    assertThat(probe.runs.get(0).folder()).endsWith(Path.of("runs/a.b_c-1"));
  }

  @ParameterizedTest
  @CsvSource({"--run-id, ../x", "--run-id, .x", "--confirm, often", "--confirm, -1"})
  void refusesInvalidOptionsBeforeAnyStage(String option, String value) {
    assertThat(probe.ci(option, value)).isEqualTo(2);
    assertThat(probe.stages).isEmpty();
  }

  @Test
  void refusesAnExistingRunAndAMissingRelease() throws Exception {
    assertThat(probe.ci("--baseline-war", home.resolve("no.war").toString())).isEqualTo(2);
    Files.createDirectories(home.resolve("runs/one"));
    assertThat(probe.ci()).isEqualTo(2);
    assertThat(probe.stages).isEmpty();
    assertThat(probe.printed()).contains("runs/one already exists", "there is no");
  }

  @ParameterizedTest
  @CsvSource({"plan, 2", "check, 2", "check, 3"})
  void startsNoServerIfThePlanIsInvalid(String stage, int code) {
    assertThat(probe.ending(stage, code).ci()).isEqualTo(code);
    assertThat(probe.stages).doesNotContain("stack up", "run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stack up", "deploy"})
  void stopsItsServersIfNothingCanBeMeasured(String stage) {
    assertThat(probe.ending(stage, 2).ci()).isEqualTo(3);
    assertThat(probe.stages).endsWith("stack down").doesNotContain("run");
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "3, 3", "1, 3"})
  void hasNoVerdictWithoutARun(int run, int code) {
    assertThat(probe.withoutRun().ending("run", run).ci()).isEqualTo(code);
    assertThat(probe.stages).endsWith("run", "stack down");
    assertThat(probe.printed()).contains("left no run.json");
  }

  @Test
  void judgesARunWithInvalidCases() {
    assertThat(probe.ending("run", 3).ending("gate", 3).ci()).isEqualTo(3);
    assertThat(probe.stages).contains("publish", "gate", "report", "stack down");
  }

  @ParameterizedTest
  @CsvSource({"0, 3", "1, 1", "3, 3"})
  void doesNotPassIfPublishingFails(int gate, int code) {
    assertThat(probe.ending("publish", 3).ending("gate", gate).ci()).isEqualTo(code);
    assertThat(probe.histories).hasSize(1);
    assertThat(probe.trends).isEmpty();
    assertThat(probe.printed()).contains("perfline publish runs/one");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "3, 3"})
  void publishesTheVerdictAsMetrics(int metrics, int code) {
    String stage = "publish metrics prometheus=perfline.prom";

    assertThat(probe.ending(stage, metrics).ci("--publish-to", "prometheus=perfline.prom"))
        .isEqualTo(code);

    assertThat(probe.stages.indexOf(stage)).isGreaterThan(probe.stages.indexOf("gate"));
    assertThat(probe.stages).contains("report");
  }

  @ParameterizedTest
  @CsvSource({"0, 3", "1, 1"})
  void doesNotPassWithoutAReport(int gate, int code) {
    assertThat(probe.ending("report", 3).ending("gate", gate).ci()).isEqualTo(code);
    assertThat(probe.stages).endsWith("stack down");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3})
  void continuesWhateverTheTrendIs(int code) {
    assertThat(probe.ending("trend", code).ci()).isZero();
    assertThat(probe.printed().contains("the level shifts are not marked")).isEqualTo(code > 0);
    assertThat(probe.stages).contains("report");
  }

  @Test
  void keepsAStackThatWasRunningOrIsToBeKept() {
    assertThat(probe.withStack().ci()).isZero();
    assertThat(probe.stages).doesNotContain("stack down");
    assertThat(probe.printed()).contains("still running, as before");

    StagesProbe kept = new StagesProbe(home);
    assertThat(kept.ci("--run-id", "two", "--keep-stack")).isZero();
    assertThat(kept.stages).doesNotContain("stack down");
    assertThat(kept.printed()).contains("still running: perfline stack down stops it");
  }

  @Test
  void profilesTheComparisonIfRequested() {
    probe.comparing().ci("--why");
    assertThat(probe.runs.get(0).comparison().why()).isTrue();

    StagesProbe alone = new StagesProbe(home);
    alone.ci("--run-id", "two", "--why");
    assertThat(alone.runs.get(0).comparison().why()).isNull();
  }

  @Test
  void findsABaselineIfTheThresholdsComparePairs() {
    probe.comparing().ci("--thresholds", "t.yml");

    assertThat(probe.stages).containsSubsequence("check", "baseline", "stack up", "run");
    assertThat(probe.baselines.get(0).against()).isNull();
    assertThat(probe.runs.get(0).comparison().baseline().baseline().name()).isEqualTo("main~1");
    assertThat(probe.runs.get(0).thresholds()).isEqualTo(Path.of("t.yml"));
    assertThat(probe.checked).as("nobody asked for it").containsExactly("t.yml null");
  }

  /** Otherwise the commit would pass without a word about the removed limits. */
  @Test
  void refusesACommitThatRemovedAllLimitsOnPairs() {
    assertThat(probe.comparingBefore().ci()).as(probe.printed()).isEqualTo(2);
    assertThat(probe.printed())
        .contains("at an earlier commit it did", "perfline ci --against none");
    assertThat(probe.stages).doesNotContain("baseline", "run");

    StagesProbe nothing = new StagesProbe(home).comparingBefore();
    nothing.ci("--run-id", "none", "--against", "none");
    assertThat(nothing.stages).as("compared with nothing on purpose").contains("run");

    StagesProbe other = new StagesProbe(home).comparingBefore();
    other.ci("--run-id", "two", "--thresholds", "t.yml");
    assertThat(other.stages).as("the limits are not the project's").doesNotContain("baseline");

    StagesProbe never = new StagesProbe(home);
    never.ci("--run-id", "three");
    assertThat(never.stages).as("there never were any").doesNotContain("baseline");
  }

  @Test
  void onlyTheProjectsLimitsJudgeTheCommit() throws Exception {
    Files.writeString(
        home.resolve("perf.yml"),
        """
        version: 1
        service: {url: 'http://127.0.0.1:1'}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """);
    probe.during("run", () -> judged(home.resolve("runs/other")));
    assertThat(probe.ci("--run-id", "other", "--thresholds", "t.yml")).as(probe.printed()).isZero();
    assertThat(home.resolve(".perf/verdicts")).doesNotExist();

    probe.during("run", () -> judged(home.resolve("runs/own")));
    String own = home.resolve("thresholds.yml").toString();
    assertThat(probe.ci("--run-id", "own", "--thresholds", own)).as(probe.printed()).isZero();
    assertThat(home.resolve(".perf/verdicts")).isNotEmptyDirectory();
  }

  /** Writes a run with its verdict. */
  private static void judged(Path folder) {
    Run run = StepRun.of(List.of());
    Verdict verdict =
        new Verdict(
            Verdict.SCHEMA,
            run.run(),
            run.build(),
            run.branch(),
            run.commit(),
            run.profile(),
            "here",
            run.ended(),
            Outcome.PASS,
            "All limits are met.",
            null,
            List.of(),
            List.of(Line.ofComparison(Finding.UNCHANGED, "judged")),
            List.of());
    try {
      RunFile.write(folder, run);
      VerdictFile.write(folder, verdict);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void comparesWithANamedBaselineOnlyIfALimitJudgesIt() {
    probe.comparing().ci("--against", "v1", "--profile", "nightly", "--thresholds", "t.yml");

    assertThat(probe.baselines.get(0).against()).isEqualTo("v1");
    assertThat(probe.baselines.get(0).measure()).isTrue();
    assertThat(probe.checked).containsExactly("t.yml nightly");
  }

  @Test
  void comparesWithNothingIfRequested() {
    probe.comparing().ci("--against", "none", "--thresholds", "t.yml");

    assertThat(probe.baselines.get(0).against()).isEqualTo("none");
    assertThat(probe.checked).containsExactly("t.yml null");
  }

  @Test
  void startsNothingIfTheBaselineIsUnavailable() {
    assertThat(probe.comparing().ending("baseline", 3).ci("--against", "v1")).isEqualTo(3);

    assertThat(probe.stages).doesNotContain("stack up", "run");
    assertThat(probe.printed()).contains("perfline baseline: baseline failed");
  }

  @Test
  void acceptsOnlyOneBaseline() throws Exception {
    Path war = Files.writeString(home.resolve("some.war"), "");

    assertThat(probe.ci("--against", "v1", "--baseline-war", war.toString())).isEqualTo(2);
    assertThat(probe.stages).isEmpty();
  }
}
