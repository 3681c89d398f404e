package io.perfline.cli.pipeline;

import io.perfline.cli.baseline.ProjectBaseline;
import io.perfline.core.command.Command;
import io.perfline.core.command.Fault;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.RunBaseline;
import io.perfline.gate.GateRequest;
import io.perfline.gate.GateStage;
import io.perfline.gate.TrendRequest;
import io.perfline.gate.history.HistoryOption;
import io.perfline.gate.publish.MetricsTarget;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import io.perfline.sims.run.Forecast;
import io.perfline.sims.run.RunRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stages that record their requests: a load writes a run.json, and the gate leaves a case undecided
 * until it has judged a given number of times.
 */
public class StagesProbe implements Stages {

  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);

  /** The stages in the order of their calls. */
  public final List<String> stages = new ArrayList<>();

  final List<Path> upped = new ArrayList<>();
  public final List<RunRequest> runs = new ArrayList<>();
  final List<RunRequest> rounds = new ArrayList<>();
  final List<GateRequest> judged = new ArrayList<>();
  final List<TrendRequest> trends = new ArrayList<>();
  final List<ProjectBaseline> baselines = new ArrayList<>();
  final List<HistoryOption> histories = new ArrayList<>();
  final List<String> checked = new ArrayList<>();

  private final Path home;
  private final Map<String, Integer> codes = new HashMap<>();
  private final Map<String, Runnable> meanwhile = new HashMap<>();
  private final StringWriter out = new StringWriter();
  private String baseline = "branch: main";
  private boolean release;
  private boolean comparedBefore;
  private int decidedAt = 1;
  private boolean isUp;
  private boolean writesRun = true;

  /** Creates stages without a project. */
  public StagesProbe() {
    home = null;
  }

  /** Creates stages of a WAR that is deployed to an environment. */
  public StagesProbe(Path home) {
    this.home = home;
    try {
      Files.writeString(
          home.resolve("perf.yml"),
          """
          version: 1
          service: {build: 'true', war: some.war}
          environment: servers.yml
          workloads: workloads
          """);
      Files.writeString(
          home.resolve("servers.yml"),
          """
          name: here
          service: {url: 'http://127.0.0.1:1/some'}
          influxdb: {url: 'http://127.0.0.1:2', database: some, user: '${U}', password: '${P}'}
          """);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the file that names the servers of the project. */
  Path servers() {
    return home.resolve("servers.yml");
  }

  StagesProbe ending(String stage, int code) {
    codes.put(stage, code);
    return this;
  }

  /** Runs {@code work} during a stage. */
  StagesProbe during(String stage, Runnable work) {
    meanwhile.put(stage, work);
    return this;
  }

  StagesProbe withoutRun() {
    writesRun = false;
    return this;
  }

  StagesProbe withStack() {
    isUp = true;
    return this;
  }

  /** Lets the gate decide at the verdict of this number. */
  StagesProbe decidedAt(int verdict) {
    decidedAt = verdict;
    return this;
  }

  /** Uses thresholds that compare pairs with any baseline. */
  StagesProbe comparing() {
    baseline = "paired: true";
    return this;
  }

  /** Lets an earlier commit have thresholds that compare pairs. */
  StagesProbe comparingBefore() {
    comparedBefore = true;
    return this;
  }

  /** Uses further thresholds that compare with the last release. */
  StagesProbe sinceRelease() {
    release = true;
    return this;
  }

  /** Uses thresholds that compare with a WAR. */
  StagesProbe naming(String war) {
    baseline = "war: " + war;
    return this;
  }

  /** Runs {@code ./perfline ci} on these stages, as run one by default. */
  int ci(String... options) {
    List<String> all = new ArrayList<>(List.of(options));
    if (!all.contains("--run-id")) {
      all.addAll(List.of("--run-id", "one"));
    }
    return run(new CiCommand(home, writer -> this, CLOCK), all);
  }

  int confirm(String... options) {
    return run(new ConfirmCommand(home, writer -> this), List.of(options));
  }

  private int run(Object command, List<String> options) {
    PrintWriter both = new PrintWriter(out, true);
    return Command.run(command, both, both, options.toArray(String[]::new));
  }

  /** Returns the whole output. */
  public String printed() {
    return out.toString();
  }

  @Override
  public PrintWriter out() {
    throw new AssertionError("a stage is not recorded but runs");
  }

  private void call(String stage) {
    stages.add(stage);
    meanwhile.getOrDefault(stage, () -> {}).run();
    int code = codes.getOrDefault(stage, 0);
    if (code != 0) {
      throw new Fault(code, stage + " failed", null);
    }
  }

  @Override
  public List<CatalogueEntry> plan(Project project, String profile, List<String> cases) {
    call("plan");
    return List.of(new CatalogueEntry("paired/record", "service", List.of(profile)));
  }

  @Override
  public void requireBaseline(Project project, String against) {
    int code = codes.getOrDefault("named", 0);
    if (code != 0) {
      throw new Fault(code, "there is no " + against, null);
    }
  }

  @Override
  public Forecast forecast(Project project, String profile, List<String> cases) {
    Duration length = Duration.ofSeconds(390);
    return new Forecast(0, 4, length, length);
  }

  @Override
  public Thresholds check(Path thresholds, List<CatalogueEntry> cases, String compared) {
    checked.add(thresholds + " " + compared);
    call("check");
    return ThresholdsFile.read(
        "thresholds.yml",
        """
        version: 1
        baselines: {other: {%s}, release: {paired: true, since: release}}
        thresholds:
          - {id: a, case: paired/*, metric: service_time.p50, pass: "<= +9 %%", baseline: other}
          - {id: b, case: paired/*, metric: service_time.p50, pass: "<= +9 %%", baseline: %s}
        """
            .formatted(baseline, release ? "release" : "other"));
  }

  @Override
  public boolean comparesInPairs(ProjectBaseline request) {
    return comparedBefore;
  }

  @Override
  public BaselineFile baseline(ProjectBaseline request) {
    baselines.add(request);
    call("baseline");
    return new BaselineFile(
        new RunBaseline("main~1", null, BaselineSource.FOUND, null), null, null);
  }

  @Override
  public boolean stackIsUp() {
    return isUp;
  }

  @Override
  public void stackUp(Path environment, Path project) {
    upped.add(environment);
    call("stack up");
  }

  @Override
  public void stackDown() {
    call("stack down");
  }

  @Override
  public void deploy(Project project, EnvironmentOption environment) {
    call("deploy");
  }

  @Override
  public LoadForecast forecast(
      Project project, String profile, Thresholds limits, List<CatalogueEntry> cases) {
    return new LoadForecast(List.of(), List.of());
  }

  @Override
  public void run(RunRequest request) throws IOException {
    if (request.addTo() != null) {
      rounds.add(request);
      call("round");
      return;
    }
    runs.add(request);
    if (writesRun) {
      Files.writeString(Files.createDirectories(request.folder()).resolve("run.json"), "");
    }
    call("run");
  }

  @Override
  public void publish(Path run, HistoryOption history) {
    histories.add(history);
    call("publish");
  }

  @Override
  public void publishMetrics(Path run, MetricsTarget target) {
    call("publish metrics " + target);
  }

  @Override
  public GateStage.Result judge(GateRequest request) {
    judged.add(request);
    int code = codes.getOrDefault("gate", 0);
    if (code != 0 && code != 1 && code != 3) {
      call("gate");
    }
    stages.add("gate");
    List<String> problems = code == 3 ? List.of("not validly measured") : List.of();
    Line line = Line.ofComparison(code == 1 ? Finding.EXCEEDED : Finding.UNCHANGED, "judged");
    Verdict verdict =
        new Verdict(
            Verdict.SCHEMA,
            "one",
            "local",
            "main",
            "0".repeat(40),
            "commit",
            "here",
            CLOCK.instant(),
            Verdict.outcomeOf(problems, List.of(line)),
            "judged",
            null,
            problems,
            List.of(line),
            List.of());
    return new GateStage.Result(
        verdict, judged.size() < decidedAt ? List.of("paired/record") : List.of());
  }

  @Override
  public void trend(TrendRequest request) {
    trends.add(request);
    call("trend");
  }

  @Override
  public void report(Path run) {
    call("report");
  }

  @Override
  public void why(Path run) {
    call("why");
  }
}
