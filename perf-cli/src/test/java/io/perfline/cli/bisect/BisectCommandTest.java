package io.perfline.cli.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.cli.pipeline.StagesProbe;
import io.perfline.cli.pipeline.StepRun;
import io.perfline.core.command.Command;
import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Counts;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.sample.SampleRepository;
import io.perfline.core.sample.SampleRuns;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.sims.comparison.BaselineComparison;
import io.perfline.sims.run.RunRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Uses a real repository and real limits, with fake servers and load. */
class BisectCommandTest {

  private static final int COMMITS = 8;

  /** A case that every run compares, but no threshold. */
  private static final String UNLIMITED = "paired/unlimited";

  /** A case that only a threshold on memory compares, which no server of it can be asked for. */
  private static final String UNAVAILABLE = "paired/unavailable";

  @TempDir private Path folder;
  private SampleRepository repository;
  private final List<String> commits = new ArrayList<>();
  private final StagesProbe probe = new Measuring();
  private final StringWriter printed = new StringWriter();
  private int slowSince = 5;
  private double slowBy = 1.2;
  private int stageThatFails = -1;
  private int invalidStage = -1;

  @BeforeEach
  void makeHistory() throws Exception {
    repository = SampleRepository.create(folder.resolve("home"));
    Files.writeString(
        repository.home().resolve("thresholds.yml"),
        """
        version: 1
        baselines: {parent: {paired: true}}
        thresholds:
          - id: slower
            case: paired/record
            metric: service_time.p50
            pass: "<= +10 %"
            baseline: parent
          - id: larger
            case: paired/unavailable
            metric: live_set
            pass: "<= +10 %"
            baseline: parent
        """);
    Files.writeString(
        repository.home().resolve("perf.yml"),
        """
        version: 1
        service:
          build: '! grep -q "$(git rev-parse HEAD)" %s && mkdir target && "%s/bin/jar" cf target/a.war file'
          war: target/a.war
        load: {record: {connections: 1, requests: [{get: /}]}}
        """
            .formatted(broken(), System.getProperty("java.home")));
    Files.writeString(broken(), "");
    for (int i = 0; i < COMMITS; i++) {
      commits.add(repository.commit("Change number " + i));
    }
  }

  private int bisect(String... options) {
    PrintWriter both = new PrintWriter(printed, true);
    BisectCommand command = new BisectCommand(repository.home(), writer -> probe);
    return Command.run(command, both, both, options);
  }

  /** Writes runs as if they were measured; confirming adds no pairs. */
  private final class Measuring extends StagesProbe {

    @Override
    public List<CatalogueEntry> plan(Project project, String profile, List<String> cases) {
      super.plan(project, profile, cases);
      return Stream.of("paired/record", UNLIMITED, UNAVAILABLE)
          .map(name -> new CatalogueEntry(name, "service", List.of("commit", "nightly")))
          .toList();
    }

    @Override
    public Thresholds check(Path thresholds, List<CatalogueEntry> cases, String compared) {
      super.check(thresholds, cases, compared);
      return ThresholdsFile.read(thresholds);
    }

    @Override
    public void run(RunRequest request) {
      runs.add(request);
      if (request.addTo() == null && Files.exists(request.folder().resolve(RunFile.NAME))) {
        throw Fault.configuration("it already contains a run");
      }
      if (runs.size() == stageThatFails || request.addTo() != null) {
        throw Fault.noVerdict("no load");
      }
      Path built = request.comparison().candidateFolder();
      int index = commits.indexOf(built.getFileName().toString());
      try {
        Run run = measured(index >= slowSince ? slowBy : 1.0);
        boolean invalid = runs.size() == invalidStage;
        RunFile.write(request.folder(), invalid ? run.with(invalid(run)) : run);
        if (invalid) {
          throw Fault.noVerdict("1 of 1 cases is invalid");
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static List<CaseResult> invalid(Run run) {
    return run.cases().stream().map(one -> one.withProblems(List.of("starved"))).toList();
  }

  private static Run measured(double factor) {
    List<SlicePair> pairs =
        IntStream.range(0, 120)
            .mapToObj(
                i ->
                    new SlicePair(
                        1 + i / 15,
                        i % 2 == 0,
                        slice(factor * (1000 + i % 7)),
                        slice(1000 + (i + 3) % 7)))
            .toList();
    Run run = StepRun.of(pairs);
    Stream<CaseResult> others =
        Stream.of(UNLIMITED, UNAVAILABLE).map(name -> result(name).withPairs(pairs));
    return run.with(Stream.concat(run.cases().stream(), others).toList());
  }

  private static CaseResult result(String name) {
    return SampleRuns.measured(name, SampleRuns.times(1000))
        .with(new ServerMemory(List.of(), "a stand-in"));
  }

  private static Slice slice(double micros) {
    TimeDistribution times = SampleRuns.times((long) micros, (long) micros, (long) micros);
    return new Slice(0.25, new Counts(3, 3, 300, 0, times, times));
  }

  @Test
  void namesTheCommitWithItsSubjectAndChangeAndProfilesIt() throws IOException {
    assertThat(bisect(commits.get(0), "HEAD", "--case", "paired/record")).as(output()).isZero();

    assertThat(output())
        .contains("slower since " + commits.get(5).substring(0, 10) + " Change number 5")
        .containsPattern("service_time.p50 of paired/record \\+(19|20).*\\[.*\\]")
        .contains("7 commits left, about 4 steps")
        .contains("min more");
    assertThat(probe.stages).endsWith("why", "report", "stack down");
    BaselineComparison profiled = probe.runs.get(probe.runs.size() - 1).comparison();
    assertThat(profiled.why()).isTrue();
    assertThat(profiled.baseline().folder()).endsWith(commits.get(4));
    assertThat(repository.home().resolve(".perf/bisect.json")).doesNotExist();
  }

  @Test
  void reportsThatNoCommitIsSlower() {
    slowSince = COMMITS;

    assertThat(bisect(commits.get(0), commits.get(7))).as(output()).isZero();

    assertThat(output()).contains("is not slower than");
    assertThat(probe.runs).hasSize(1);
  }

  @Test
  void skipsACommitThatDoesNotBuildAndReportsTheRemainingRange() throws IOException {
    Files.writeString(broken(), commits.get(4));

    assertThat(bisect(commits.get(0), "main", "--no-why")).as(output()).isEqualTo(3);

    assertThat(output())
        .contains("one of 2 commits", "its message is above", "Change number 4", "Change number 5");
    assertThat(probe.runs).noneMatch(run -> run.comparison().why());
  }

  @Test
  void namesNoCommitIfTheOnlyOneDoesNotBuild() throws IOException {
    Files.writeString(broken(), commits.get(7));

    assertThat(bisect(commits.get(6), "main")).as(output()).isEqualTo(3);

    assertThat(output())
        .contains("it is unknown whether main is slower", "cannot be built and run");
    assertThat(output()).doesNotContain("slower since");
    assertThat(probe.runs).isEmpty();
  }

  @Test
  void continuesAfterAnInterruption() {
    stageThatFails = 3;
    assertThat(bisect(commits.get(0), "main", "--no-why")).as(output()).isEqualTo(3);
    stageThatFails = -1;
    int before = probe.runs.size();

    assertThat(bisect(commits.get(0), "main", "--no-why")).as(output()).isZero();

    assertThat(output()).contains("continuing the earlier search: 2 judged already");
    assertThat(probe.runs.size() - before).isLessThanOrEqualTo(2);
  }

  @Test
  void measuresAnInvalidStepAgain() {
    invalidStage = 2;
    assertThat(bisect(commits.get(0), "main", "--no-why")).as(output()).isEqualTo(3);
    int before = probe.runs.size();

    assertThat(bisect(commits.get(0), "main", "--no-why")).as(output()).isZero();

    assertThat(probe.runs.get(before).folder()).isEqualTo(probe.runs.get(before - 1).folder());
  }

  @Test
  void usesNoRunsOfAnotherSearch() {
    assertThat(bisect(commits.get(1), "main", "--no-why")).as(output()).isZero();
    stageThatFails = probe.runs.size() + 1;
    assertThat(bisect(commits.get(0), "main", "--no-why")).as(output()).isEqualTo(3);
    int before = probe.runs.size();

    assertThat(bisect(commits.get(0), "main", "--no-why")).as(output()).isZero();

    assertThat(probe.runs.size() - before).isGreaterThanOrEqualTo(3);
  }

  @Test
  void continuesTheMeasurementOfAnInterruptedStep() {
    slowBy = 1.0999;

    assertThat(bisect(commits.get(0), "main", "--no-why")).as(output()).isEqualTo(3);
    assertThat(bisect(commits.get(0), "main", "--no-why")).as(output()).isEqualTo(3);
    assertThat(probe.runs).hasSize(3);
    assertThat(probe.runs.subList(1, 3)).allMatch(run -> run.addTo() != null);

    slowBy = 1.2;
    assertThat(bisect(commits.get(0), "main", "--no-why", "--profile", "nightly")).isZero();
  }

  @Test
  void runsEachCommitByItsOwnServiceSection() throws Exception {
    String good = commitRunning("-Xmx64m", "<Server/>");
    String bad = commitRunning("-Xmx32m", "<Server port='1'/>");
    configure("jvm_options: -Xmx16m");

    assertThat(bisect(good, bad)).as(output()).isZero();

    RunRequest request = probe.runs.get(0);
    assertThat(request.project().service().jvmOptions()).isEqualTo("-Xmx32m");
    assertThat(request.project().home()).isEqualTo(repository.home());
    BaselineFile baseline = request.comparison().baseline();
    assertThat(Path.of(baseline.project()).getParent()).isEqualTo(Path.of(baseline.folder()));
    assertThat(Path.of(baseline.project())).content().contains("-Xmx64m");
    assertThat(baseline.baseline().differs())
        .contains("server.xml", "service.jvm_options in perf.yml");
  }

  private String commitRunning(String options, String tomcat) throws Exception {
    configure("jvm_options: %s%n  server_xml: server.xml".formatted(options));
    Files.writeString(repository.home().resolve("server.xml"), tomcat);
    repository.git("add", "perf.yml", "server.xml");
    return repository.commit("Run with " + options);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "command: 'run ${PORT}' | a 'command' with ${PORT}",
        "variables: {SHOP_DB: '${NOT_SET_ANYWHERE}'} | NOT_SET_ANYWHERE",
      })
  void skipsACommitThatCannotRunUnderTheLoad(String keys, String reason) throws Exception {
    String current = Files.readString(perfYml());
    configure(keys);
    if (keys.startsWith("command")) {
      Files.writeString(
          perfYml(), Files.readString(perfYml()).replace("  war: target/a.war\n", ""));
    }
    repository.git("add", "perf.yml");
    String other = repository.commit("Run in another way");
    Files.writeString(perfYml(), current);

    assertThat(bisect(commits.get(7), other)).as(output()).isEqualTo(3);

    assertThat(output()).contains("skipped", reason);
    assertThat(probe.runs).isEmpty();
  }

  private Path perfYml() {
    return repository.home().resolve("perf.yml");
  }

  /** Adds keys to the service section of perf.yml in the work tree, or replaces earlier ones. */
  private void configure(String keys) throws IOException {
    String text = Files.readString(perfYml());
    int end = text.indexOf("load:");
    int start = text.indexOf("target/a.war\n") + "target/a.war\n".length();
    Files.writeString(
        perfYml(), "%s  %s%n%s".formatted(text.substring(0, start), keys, text.substring(end)));
  }

  @Test
  void refusesACaseThatNoThresholdCompares() {
    assertThat(bisect(commits.get(0), "main", "--case", UNLIMITED)).isEqualTo(2);

    assertThat(output()).contains("--case " + UNLIMITED, "no threshold compares");
    assertThat(probe.runs).isEmpty();
  }

  @Test
  void refusesARemoteService() throws IOException {
    Files.writeString(
        repository.home().resolve("perf.yml"),
        """
        version: 1
        service: {url: 'http://127.0.0.1:1'}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """);

    assertThat(bisect(commits.get(0), "main")).isEqualTo(2);
    assertThat(output()).contains("runs elsewhere");
  }

  @Test
  void namesAnInvalidCommit() {
    assertThat(bisect("nowhere", "main")).isEqualTo(2);
    assertThat(bisect("main", commits.get(0))).isEqualTo(2);

    assertThat(output()).contains("GOOD: 'nowhere'", "is not a descendant of main");
    assertThat(probe.stages).isEmpty();
  }

  /** Returns the file that lists the commits that don't build. */
  private Path broken() {
    return folder.resolve("broken");
  }

  private String output() {
    return printed.toString();
  }
}
