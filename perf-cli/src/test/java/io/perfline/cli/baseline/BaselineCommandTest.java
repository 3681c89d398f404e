package io.perfline.cli.baseline;

import static io.perfline.core.sample.SampleRuns.times;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.cli.build.BuildCommand;
import io.perfline.cli.build.ServiceBuild;
import io.perfline.core.command.Command;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.core.sample.SampleRepository;
import io.perfline.core.sample.SampleRuns;
import io.perfline.deploy.stack.ProjectLock;
import io.perfline.gate.history.CommitVerdict;
import io.perfline.gate.history.CommitVerdicts;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.judge.Gate;
import io.perfline.gate.judge.PastRuns;
import io.perfline.gate.text.Wording;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a real repository and a project whose build packs one file. */
class BaselineCommandTest {

  @TempDir private Path folder;
  private SampleRepository repository;
  private final StringWriter printed = new StringWriter();
  private Path content;

  @BeforeEach
  void makeRepository() throws Exception {
    repository = SampleRepository.create(folder.resolve("home"));
    Files.writeString(repository.home().resolve(".gitignore"), ".perf/\ntarget/\n");
    content = folder.resolve("content.war");
    Files.writeString(
        repository.home().resolve("perf.yml"),
        """
        version: 1
        service:
          build: git rev-parse HEAD >> %s && mkdir target && cp %s target/app.war
          war: target/app.war
          not_running: [file]
        load: {all: {connections: 1, requests: [{get: /}]}}
        """
            .formatted(log(), content));
    repository.git("add", ".");
    repository.commit("First");
    repository.commit("Second");
    Files.createDirectories(war().getParent());
    war(war(), "the same");
    war(content, "the same");
  }

  private Path war() {
    return repository.home().resolve("target/app.war");
  }

  private static void war(Path file, String content) {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("WEB-INF/classes/A.class"));
      zip.write(content.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a WAR with the stamp of the build. */
  private static void war(Path file, String content, String commit, boolean dirty) {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry("WEB-INF/classes/A.class"));
      zip.write(content.getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("WEB-INF/classes/version.properties"));
      zip.write(
          "git.commit.id.full=%s\ngit.build.version=1\ngit.dirty=%s\n"
              .formatted(commit, dirty)
              .getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int baseline(String... options) {
    List<String> all = new ArrayList<>(List.of("--out", out().toString()));
    all.addAll(List.of("--history", folder.resolve("history").toString()));
    all.addAll(List.of(options));
    PrintWriter both = new PrintWriter(printed, true);
    return Command.run(
        new BaselineCommand(repository.home()), both, both, all.toArray(String[]::new));
  }

  /** Returns the built commits, oldest build first. */
  private List<String> built() throws IOException {
    return Files.exists(log()) ? Files.readAllLines(log()) : List.of();
  }

  private Path log() {
    return folder.resolve("built");
  }

  private Path out() {
    return folder.resolve("baseline.json");
  }

  @Test
  void buildsTheParentOnceAndCachesIt() throws Exception {
    String parent = repository.git("rev-parse", "HEAD^");
    war(content, "another");

    assertThat(baseline()).as(printed.toString()).isZero();
    assertThat(baseline()).isZero();

    assertThat(built()).containsExactly(parent);
    BaselineFile baselineFile = BaselineFile.read(out());
    assertThat(baselineFile.baseline().commit()).isEqualTo(parent);
    assertThat(baselineFile.unchanged()).isNull();
    assertThat(Path.of(baselineFile.folder(), "target/app.war")).exists();
    assertThat(Path.of(baselineFile.folder())).hasFileName(parent);
  }

  @Test
  void cachesTheMeasuredBuildForTheNextCommit() throws Exception {
    String second = repository.git("rev-parse", "HEAD");
    String first = repository.git("rev-parse", "HEAD^");
    war(war(), "second", second, false);
    assertThat(baseline()).as(printed.toString()).isZero();

    repository.commit("Third");
    war(war(), "third", repository.git("rev-parse", "HEAD"), true);
    assertThat(baseline()).isZero();

    assertThat(built()).containsExactly(first);
    assertThat(BaselineFile.read(out()).baseline().commit()).isEqualTo(second);
    assertThat(repository.home().resolve(".perf/baselines"))
        .isDirectoryContaining(file -> file.endsWith(second + ".built"))
        .isDirectoryNotContaining("glob:**.clone");
    try (Stream<Path> files = Files.list(repository.home().resolve(".perf/baselines"))) {
      assertThat(files).as("none with uncommitted changes").hasSize(4);
    }
  }

  /** A comparison may be running the build that the command would replace. */
  @Test
  void leavesTheBuildsOfARunningCommandAlone() throws Exception {
    PrintWriter out = new PrintWriter(printed, true);
    try (ProjectLock lock = ProjectLock.take(repository.home(), "perfline ci, run runs/a", out)) {
      assertThat(baseline()).isEqualTo(3);
      assertThat(
              Command.run(
                  new BuildCommand(repository.home()),
                  out,
                  out,
                  "--ref",
                  "HEAD^",
                  "--war",
                  folder.resolve("some.war").toString()))
          .isEqualTo(3);
    }

    assertThat(printed.toString())
        .contains("another command measures in", "perfline ci, run runs/a");
    assertThat(built()).isEmpty();
  }

  @Test
  void reportsThatNoRunningCodeChanged() {
    assertThat(baseline()).isZero();

    assertThat(BaselineFile.read(out()).unchanged()).contains("nothing that runs differs");
    assertThat(printed.toString()).contains("no load for comparing");
  }

  @Test
  void comparesIfATrackedFileThatMayRunDiffers() throws Exception {
    Files.createDirectories(repository.home().resolve("conf"));
    Files.writeString(repository.home().resolve("conf/app.properties"), "wait=20 ms");
    Files.writeString(repository.home().resolve("Dockerfile"), "FROM another");
    Files.writeString(repository.home().resolve("notes.md"), "More notes.");
    repository.git("add", ".");
    repository.commit("Wait");

    assertThat(baseline()).as(printed.toString()).isZero();

    BaselineFile baselineFile = BaselineFile.read(out());
    assertThat(baselineFile.unchanged()).isNull();
    assertThat(baselineFile.baseline().differs()).containsExactly("conf/app.properties");
    assertThat(baselineFile.baseline().warnings())
        .containsExactly(
            "changed, but both builds read the candidate's: conf/app.properties; put it into the"
                + " WAR to compare it, or, if that is intended, list it under 'not_running' in"
                + " perf.yml",
            "changed, but not part of this measurement: Dockerfile; if that is intended, list it"
                + " under 'not_running' in perf.yml");
  }

  @Test
  void usesTheServiceSectionOfEachCommit() throws Exception {
    Path file = repository.home().resolve("perf.yml");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("  war:", "  ready: {get: /ready, status: 204, within: 5 s}\n  war:"));
    repository.git("add", ".");
    repository.commit("Ready");

    assertThat(baseline()).as(printed.toString()).isZero();

    BaselineFile baselineFile = BaselineFile.read(out());
    assertThat(baselineFile.unchanged()).isNull();
    assertThat(baselineFile.baseline().differs()).containsExactly("service.ready in perf.yml");
    assertThat(Path.of(baselineFile.project())).exists().content().doesNotContain("ready");
  }

  @Test
  void anUnreadablePerfYmlOfTheBaselineGivesNoVerdict() throws Exception {
    Path file = repository.home().resolve("perf.yml");
    String right = Files.readString(file);
    Files.writeString(file, "version: 1\nservice: {war: a.war, wra: b.war}\n");
    repository.git("add", ".");
    repository.commit("Typo");
    Files.writeString(file, right);
    repository.git("add", ".");
    repository.commit("Right again");

    assertThat(baseline()).isEqualTo(3);
    assertThat(printed.toString()).contains("cannot build commit", "by its own perf.yml", "wra");
  }

  @Test
  void theBaselineIsTheNewestAncestorThatPassedOrWarned() throws Exception {
    String good = repository.git("rev-parse", "HEAD");
    String slow = repository.commit("Slow");
    repository.commit("Documents");
    verdicts().add(verdict(good, Outcome.PASS));
    verdicts().add(verdict(slow, Outcome.FAIL));

    assertThat(baseline()).as(printed.toString()).isZero();

    RunBaseline found = BaselineFile.read(out()).baseline();
    assertThat(found.commit()).isEqualTo(good);
    assertThat(found.name()).isEqualTo("the last good commit of build #1");
  }

  @Test
  void findsEarlierCommitsThatCompareInPairs() throws Exception {
    assertThat(earlierComparesInPairs()).as("no limits").isFalse();
    limits("thresholds.yml", "paired: true");
    String paired = repository.commit("In pairs");
    assertThat(earlierComparesInPairs()).as("the commit itself").isFalse();
    limits("thresholds.yml", "branch: main");
    repository.commit("No pairs");
    assertThat(earlierComparesInPairs()).isTrue();
    repository.commit("Document");
    assertThat(earlierComparesInPairs()).as("two commits before, none judged").isTrue();
    verdicts().add(verdict(paired, Outcome.PASS));
    assertThat(earlierComparesInPairs()).as("two commits before, which passed").isTrue();
    verdicts().add(verdict(repository.git("rev-parse", "HEAD^"), Outcome.PASS));
    assertThat(earlierComparesInPairs()).as("a later one passed without").isFalse();
  }

  @Test
  void findsEarlierLimitsInAnotherFileAndUnreadableOnes() throws Exception {
    Path file = repository.home().resolve("perf.yml");
    Files.writeString(file, Files.readString(file) + "thresholds: limits.yml\n");
    limits("limits.yml", "paired: true");
    repository.commit("In pairs");
    Files.writeString(file, Files.readString(file).replace("limits.yml", "others.yml"));
    limits("others.yml", "branch: main");
    repository.git("rm", "--quiet", "limits.yml");
    repository.commit("Renamed");
    assertThat(earlierComparesInPairs()).isTrue();

    repository.commit("Document");
    verdicts().add(verdict(repository.git("rev-parse", "HEAD^"), Outcome.PASS));
    assertThat(earlierComparesInPairs()).as("the renamed file passed").isFalse();
    Files.writeString(repository.home().resolve("others.yml"), "version: 99\n");
    repository.git("add", ".");
    repository.commit("Of a later version");
    repository.commit("Document again");
    assertThat(earlierComparesInPairs()).as("unreadable").isTrue();
  }

  private void limits(String file, String baseline) throws Exception {
    Files.writeString(
        repository.home().resolve(file),
        """
        version: 1
        baselines: {other: {%s}}
        thresholds:
          - {id: a, case: '**', metric: service_time.p50, pass: "<= +9 %%", baseline: other}
        """
            .formatted(baseline));
    repository.git("add", ".");
  }

  private boolean earlierComparesInPairs() {
    Project project = ProjectFile.read(repository.home().resolve("perf.yml"));
    return new ProjectBaseline(
            project,
            null,
            "commit",
            null,
            false,
            new ServiceBuild(project, new PrintWriter(printed)),
            verdicts())
        .comparesInPairs();
  }

  @Test
  void neitherAFailedCommitNorOneThatFollowsItBecomesTheBaseline() throws Exception {
    String first = repository.git("rev-parse", "HEAD^");
    String second = repository.git("rev-parse", "HEAD");
    verdicts().add(verdict(first, Outcome.FAIL));
    verdicts().add(verdict(second, Outcome.WARN));
    repository.commit("Third");

    assertThat(baseline()).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().problem())
        .contains("each failed, may follow one that failed");
    assertThat(built()).isEmpty();

    verdicts().add(verdict(second, Outcome.PASS, "smoke"));
    assertThat(baseline()).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).as("passed in smoke").isNull();

    verdicts().add(verdict(second, Outcome.PASS));
    assertThat(baseline()).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).isEqualTo(second);
  }

  @Test
  void undecidedCommitsLeaveTheOldestMeasuredOneAsTheBaseline() throws Exception {
    String oldest = repository.git("rev-parse", "HEAD");
    String second = repository.commit("Third");
    String third = repository.commit("Fourth");
    repository.commit("Fifth");
    verdicts().add(verdict(oldest, Outcome.WARN));
    verdicts().add(verdict(second, Outcome.WARN));
    verdicts().add(verdict(third, Outcome.WARN));

    assertThat(baseline()).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).isEqualTo(oldest);

    verdicts().add(verdict(second, Outcome.PASS, "nightly"));
    assertThat(baseline()).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).as("decided").isEqualTo(second);
  }

  /** A shallow clone doesn't show whether a commit that was not let through follows a failure. */
  @Test
  void aShallowCloneComparesWithNoCommitThatDidNotPass() throws Exception {
    String second = repository.git("rev-parse", "HEAD");
    repository.commit("Third");
    repository = repository.clone(folder.resolve("clone"), "--depth=2");
    repository.git("remote", "remove", "origin");
    Files.createDirectories(war().getParent());
    war(war(), "the same");
    assertThat(baseline()).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).as("unjudged").isEqualTo(second);

    verdicts().add(verdict(second, Outcome.WARN));
    assertThat(baseline()).isEqualTo(3);
    assertThat(printed.toString()).contains("'git fetch --unshallow' gets earlier commits");
  }

  /** A profile that measures less neither revokes a failure nor makes a commit a baseline. */
  @Test
  void theBaselinePassedInTheProfileOfTheComparison() throws Exception {
    String good = repository.git("rev-parse", "HEAD");
    String slow = repository.commit("Slow");
    String unmeasured = repository.commit("Slow in what smoke does not measure");
    repository.commit("Documents");
    verdicts().add(verdict(good, Outcome.PASS));
    verdicts().add(verdict(slow, Outcome.FAIL));
    verdicts().add(verdict(slow, Outcome.PASS, "smoke"));
    verdicts().add(verdict(unmeasured, Outcome.PASS, "smoke"));

    assertThat(baseline()).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).isEqualTo(good);

    verdicts().add(verdict(unmeasured, Outcome.PASS, "nightly"));
    assertThat(baseline()).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).isEqualTo(unmeasured);
  }

  @Test
  void recordsTheVerdictOfARunForLaterCommits() throws Exception {
    Run run =
        SampleRuns.run(
            "r1", SampleRuns.START, SampleRuns.measured("kafka/batch_size/256", times(1, 2)));
    Path recorded = Files.createDirectories(folder.resolve("run"));
    Path limits = repository.home().resolve("thresholds.yml");
    Files.writeString(
        limits,
        """
        version: 1
        thresholds:
          - {id: p95, case: kafka/batch_size/256, metric: response_time.p95, pass: "<= 1 s"}
        """);
    RunFile.write(recorded, run);
    VerdictFile.write(
        recorded,
        Wording.of(
            Gate.judge(
                run,
                ThresholdsFile.read(limits),
                (baseline, candidate, metrics) -> new PastRuns(Map.of(), "none", ""),
                run.ended())));

    assertThat(baseline("--judged", recorded.toString())).as(printed.toString()).isZero();

    CommitVerdict verdict = verdicts().of(run.commit()).orElseThrow();
    assertThat(verdict.run()).isEqualTo(run.run());
    assertThat(verdict.outcome()).isEqualTo(VerdictFile.read(recorded).outcome());
    assertThat(out()).doesNotExist();
  }

  private CommitVerdicts verdicts() {
    return new CommitVerdicts(
        repository.home(), new HistoryOption(new EnvironmentOption(), folder.resolve("history")));
  }

  private static CommitVerdict verdict(String commit, Outcome outcome) {
    return verdict(commit, outcome, "commit");
  }

  private static CommitVerdict verdict(String commit, Outcome outcome, String profile) {
    return new CommitVerdict(
        commit,
        "main",
        "local",
        profile,
        "r",
        "1",
        Instant.EPOCH,
        outcome,
        "",
        outcome == Outcome.PASS,
        "");
  }

  @Test
  void aServiceAtAUrlIsNeitherRedeployedNorComparedWithItself() throws Exception {
    Path file = repository.home().resolve("perf.yml");
    String service =
        """
        version: 1
        service: {url: 'http://127.0.0.1:1', baseline_url: 'http://127.0.0.1:%s'}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """;
    Files.writeString(file, service.formatted("2"));
    assertThat(baseline()).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().warnings())
        .singleElement()
        .asString()
        .contains("never redeployed nor swap places");
    assertThat(baseline("--against", "HEAD^")).isEqualTo(2);
    assertThat(printed.toString()).contains("--against HEAD^", "baseline_url in");
    assertThat(baseline("--against", "none")).isZero();
    assertThat(BaselineFile.read(out()).baseline().problem()).isEqualTo("--against none");
    assertThat(baseline("--since", "release", "--measure")).isZero();
    assertThat(BaselineFile.read(out()).baseline().problem()).contains("with no release");

    Files.writeString(file, service.formatted("1"));
    assertThat(baseline()).isEqualTo(2);
    assertThat(printed.toString()).contains("baseline_url is url itself");
  }

  @Test
  void sinceReleaseIsTheLastTagOrElseACommitOneWeekOld() throws Exception {
    String first = repository.git("rev-parse", "HEAD^");
    assertThat(baseline("--since", "release", "--measure")).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().problem())
        .contains("neither a release tag nor a commit at least a week old");

    repository.git("tag", "v1.2", first);
    assertThat(baseline("--since", "release", "--measure")).as(printed.toString()).isZero();
    RunBaseline tagged = BaselineFile.read(out()).baseline();
    assertThat(tagged.name()).isEqualTo("the last release v1.2");
    assertThat(tagged.commit()).isEqualTo(first);
    assertThat(tagged.sinceRelease()).isTrue();
    assertThat(BaselineFile.read(out()).unchanged()).as("measured regardless").isNull();

    repository.git("tag", "-d", "v1.2");
    String week = repository.commit("Old", Instant.now().minus(Duration.ofDays(8)));
    repository.commit("Newer", Instant.now().minus(Duration.ofDays(6)));
    repository.commit("Now");
    assertThat(baseline("--since", "release", "--measure")).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).isEqualTo(week);
  }

  @Test
  void sinceNightIsTheCommitOfTheLastNightlyRun() throws Exception {
    String first = repository.git("rev-parse", "HEAD^");
    String second = repository.git("rev-parse", "HEAD");
    repository.commit("Third");
    assertThat(baseline("--since", "night", "--measure")).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).as("no verdict").isEqualTo(second);

    verdicts().add(verdict(first, Outcome.PASS, "commit"));
    assertThat(baseline("--since", "night", "--measure")).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).as("no nightly one").isEqualTo(first);

    verdicts().add(verdict(first, Outcome.PASS, "nightly"));
    verdicts().add(verdict(second, Outcome.PASS, "commit"));

    assertThat(baseline("--since", "night", "--measure")).as(printed.toString()).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).isEqualTo(first);
    assertThat(BaselineFile.read(out()).baseline().name())
        .isEqualTo("the commit of the last nightly run");

    assertThat(baseline()).isZero();
    assertThat(BaselineFile.read(out()).baseline().commit()).isEqualTo(second);
  }

  @Test
  void rebuildsIfTheBuildCommandChanged() throws Exception {
    assertThat(baseline()).isZero();
    Path marker =
        repository
            .home()
            .resolve(".perf/baselines")
            .resolve(repository.git("rev-parse", "HEAD^") + ".built");
    Files.writeString(marker, "java 11\n");
    assertThat(baseline()).isZero();

    assertThat(built()).hasSize(2);
    assertThat(marker).content().contains("java " + Runtime.version());
  }

  @Test
  void onlyAbsoluteLimitsRemainIfNoAncestorBuilds() throws IOException {
    Files.delete(content);

    assertThat(baseline()).isZero();

    BaselineFile baselineFile = BaselineFile.read(out());
    assertThat(baselineFile.folder()).isNull();
    assertThat(baselineFile.baseline().problem()).contains("the parent commit", "does not build");
  }

  @Test
  void aNamedBaselineThatDoesNotBuildGivesNoVerdict() throws IOException {
    Files.delete(content);

    assertThat(baseline("--against", "HEAD^")).isEqualTo(3);
    assertThat(printed.toString()).contains("its message is above");
  }

  @Test
  void acceptsAnExistingWar() throws IOException {
    Path other = folder.resolve("other.war");
    war(other, "another");

    assertThat(baseline("--against", other.toString())).as(printed.toString()).isZero();

    assertThat(BaselineFile.read(out()).war()).isEqualTo(other.toString());
    assertThat(built()).isEmpty();
  }

  @Test
  void anEmptyNameMeansNone() throws Exception {
    assertThat(baseline("--against", "")).isZero();

    assertThat(built()).containsExactly(repository.git("rev-parse", "HEAD^"));
  }

  @Test
  void aNameThatIsNotACommitIsWrongUsage() throws IOException {
    assertThat(baseline("--against", "no-such-tag")).isEqualTo(2);
    assertThat(printed.toString()).contains("--against no-such-tag");
    assertThat(built()).isEmpty();
  }

  @Test
  void noneDisablesTheComparison() throws IOException {
    assertThat(baseline("--against", "none")).isZero();

    assertThat(BaselineFile.read(out()).baseline().problem()).isEqualTo("--against none");
    assertThat(built()).isEmpty();
  }
}
