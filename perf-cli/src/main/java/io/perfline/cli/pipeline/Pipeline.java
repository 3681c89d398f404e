package io.perfline.cli.pipeline;

import io.perfline.cli.baseline.ProjectBaseline;
import io.perfline.cli.build.ServiceBuild;
import io.perfline.cli.pipeline.PipelineSteps.Ended;
import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.StateFolder;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.ComparisonTime;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.gate.GateRequest;
import io.perfline.gate.TrendRequest;
import io.perfline.gate.history.CommitVerdicts;
import io.perfline.gate.judge.NoiseReport;
import io.perfline.gate.publish.MetricsTarget;
import io.perfline.gate.text.NoiseText;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import io.perfline.sims.comparison.BaselineComparison;
import io.perfline.sims.run.Forecast;
import io.perfline.sims.run.RunRequest;
import io.perfline.sims.run.RunStage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs all stages in the order of the Jenkinsfile, and starts only the servers that the service
 * needs.
 *
 * @param profile the profile, which selects the cases and their durations
 * @param only the simulations or cases to measure; empty for all cases of the profile
 * @param baselineWar the release to compare with; null if none was named
 * @param against the build to compare with; null for the one that {@code ./perfline baseline} finds
 * @param measure whether to measure equal builds too
 * @param rounds the maximum number of further rounds of measuring
 * @param keepStack whether to leave the stack running
 * @param targets the receivers of the run and its verdict as metrics
 * @param why the value of the option {@code --why}; null if it was not given
 * @param shown the form in which the verdict is printed
 */
record Pipeline(
    Project project,
    ProjectServers servers,
    Path run,
    String profile,
    List<String> only,
    Path thresholds,
    Path baselineWar,
    String against,
    boolean measure,
    int rounds,
    boolean keepStack,
    List<MetricsTarget> targets,
    Boolean why,
    GateRequest.Shown shown) {

  /**
   * Runs all stages.
   *
   * @param out receives the output of the stages
   * @param result receives the verdict
   * @return the exit code of the gate, or 3 if another stage failed
   * @throws Fault if there is no run
   */
  int run(PipelineSteps steps, PrintWriter out, PrintWriter result, PrintWriter err)
      throws IOException, InterruptedException {
    Stages stages = steps.stages();
    boolean deploys = servers.deploys();
    RequestedBaseline requested = requested();
    FileTree.leaveOutOfGit(run.getParent());
    FileTree.leaveOutOfGit(StateFolder.of(project.home()));
    Path ours = Homes.tool(Homes.project()).resolve(Project.FILE).toAbsolutePath().normalize();
    boolean isBuilt = project.file().toAbsolutePath().normalize().equals(ours);
    if (isBuilt) {
      printBuild(steps, out);
    }
    Ended<List<CatalogueEntry>> plan =
        steps.silent("run", () -> stages.plan(project, profile, only));
    if (plan.code() != 0) {
      return plan.code();
    }
    int named =
        steps
            .silent(
                "baseline",
                () -> {
                  stages.requireBaseline(project, against);
                  return true;
                })
            .code();
    if (named != 0) {
      return named;
    }
    Ended<Thresholds> limits =
        steps.silent("gate", () -> stages.check(thresholds, plan.value(), requested.compared()));
    if (limits.code() != 0) {
      return limits.code();
    }
    limits.value().warnings().forEach(warning -> err.println("WARN: " + warning));
    boolean mayReuse =
        !measure && only.isEmpty() && requested.hasOwnLimits() && limits.value().comparesInPairs();
    Forecast planned = stages.forecast(project, profile, only);
    EarlierDurations earlier = EarlierDurations.of(project);
    out.println(earlier.forecast(profile, planned, mayReuse));
    out.flush();
    if (!isBuilt && project.service().build() != null) {
      steps.timed("build", new ServiceBuild(project, out)::here);
    }
    RunStage.requireBuilt(project, only);
    CommitVerdicts verdicts = servers.verdicts();
    BaselineFile baseline = requested.given(limits.value(), err);
    Ended<Boolean> paired =
        steps.silent(
            "baseline", () -> requested.comparesInPairs(stages, limits.value(), verdicts, out));
    if (paired.code() != 0) {
      return paired.code();
    }
    boolean searched = baselineWar == null && (paired.value() || against != null);
    if (searched) {
      ProjectBaseline.Since since = requested.isNight() ? ProjectBaseline.Since.NIGHT : null;
      Ended<BaselineFile> found =
          steps.step(
              "baseline",
              "baseline",
              () -> stages.baseline(requested.search(since, verdicts, out)));
      if (found.code() != 0) {
        return found.code();
      }
      baseline = found.value();
      Optional<ReusedVerdict> reused =
          measure || !only.isEmpty()
              ? Optional.empty()
              : ReusedVerdict.of(project, baseline, measured(), verdicts);
      if (reused.isPresent()) {
        int code = restate(reused.get(), verdicts, steps, out, result);
        earlier.add(
            new EarlierDurations.Build(
                profile, planned.text(), EarlierDurations.Kind.REUSED, steps.seconds()));
        return code;
      }
    }
    servers.setUp(steps, keepStack);
    try {
      if (deploys
          && steps.step("deploy", "deploy", () -> stages.deploy(project, servers.environment()))
              != 0) {
        throw Fault.noVerdict("nothing was measured: see above");
      }
      RunRequest request =
          new RunRequest(
              project,
              servers.environment(),
              only,
              profile,
              run,
              thresholds,
              baseline == null
                  ? BaselineComparison.NONE
                  : new BaselineComparison(baseline, measure, why));
      if (baseline != null
          && baseline.unchanged() == null
          && baseline.baseline().problem() == null) {
        forecast(steps, limits.value(), plan.value(), out, err);
      }
      measure(steps, request);
      boolean kept = only.isEmpty();
      boolean published = kept && publish(steps, "publish");
      if (kept && searched && requested.isNight() && limits.value().compareSinceRelease()) {
        new ReleaseComparison(request, why).measure(steps, requested, verdicts, out);
      }
      GateRequest judged =
          new GateRequest(run, thresholds, servers.history())
              .of(only)
              .showing(GateRequest.Shown.NOTHING);
      int code = new ConfirmationRounds(rounds, judged, request).decide(steps, err);
      Optional<Verdict> verdict = VerdictFile.readIfPresent(run);
      boolean sent = true;
      if (kept) {
        boolean recorded =
            verdict.isEmpty()
                || !counts(verdict.get(), err)
                || record(steps, verdicts, verdict.get(), limits.value());
        published = published && publish(steps, "publish verdict");
        sent &= recorded;
        for (MetricsTarget target : targets) {
          sent &=
              steps.step("publish metrics", "publish", () -> stages.publishMetrics(run, target))
                  == 0;
        }
        if (published) {
          TrendRequest trend = new TrendRequest(run, thresholds, servers.history());
          if (steps.step("trend", "trend", () -> stages.trend(trend)) != 0) {
            err.println("perfline ci: the level shifts are not marked: see above");
          }
        }
      }
      boolean reported = steps.step("report", "report", () -> stages.report(run)) == 0;
      if (steps.ownsStack()) {
        steps.step("stack down", "stack down", steps::takeDownStack);
      } else if (servers.areOfTheStack()) {
        steps.announce("stack down");
        out.println(
            keepStack ? "still running: perfline stack down stops it" : "still running, as before");
      }
      boolean unpublished = kept && !published;
      if (unpublished) {
        err.printf(
            "perfline ci: the run could not be published; when the history can be written again:"
                + " perfline publish %s %s%n",
            folder(), servers.historyOption());
      }
      out.printf("%s%nRun: %s%n%n", steps.times(), folder());
      out.flush();
      if (verdict.isPresent()) {
        Run measured = RunFile.read(run);
        new ShownVerdict(project.home(), run, shown)
            .print(verdict.get(), measured.baseline(), result);
        if (shown != GateRequest.Shown.JSON) {
          Duration budget = budget(plan.value());
          NoiseText.of(NoiseReport.of(measured, limits.value(), budget), budget)
              .forEach(result::println);
          result.flush();
        }
        earlier.addJudged(
            verdict.get().outcome(),
            new EarlierDurations.Build(profile, planned.text(), kind(measured), steps.seconds()));
      }
      return code == 0 && (unpublished || !sent || !reported) ? Fault.NO_VERDICT : code;
    } finally {
      steps.takeDownStack();
    }
  }

  private Duration budget(List<CatalogueEntry> plan) {
    return ComparisonTime.budget(
        plan.stream()
            .filter(entry -> entry.pairs() != null)
            .map(entry -> entry.pairs().times().get(profile))
            .filter(Objects::nonNull)
            .toList());
  }

  private static EarlierDurations.Kind kind(Run measured) {
    return measured.cases().stream().anyMatch(result -> !result.pairs().isEmpty())
        ? EarlierDurations.Kind.COMPARED
        : EarlierDurations.Kind.ALONE;
  }

  /** Records the verdict for later comparisons with the commit; returns false if that fails. */
  private boolean record(
      PipelineSteps steps, CommitVerdicts verdicts, Verdict verdict, Thresholds limits)
      throws InterruptedException {
    return steps
            .silent(
                "publish",
                () -> {
                  verdicts.add(RunFile.read(run), verdict, limits, measured());
                  return true;
                })
            .code()
        == 0;
  }

  /** Returns whether a verdict counts for later commits: by other limits, only a failure does. */
  private boolean counts(Verdict verdict, PrintWriter err) {
    boolean counts = requested().hasOwnLimits() || verdict.outcome() == Outcome.FAIL;
    if (!counts) {
      err.printf(
          "perfline ci: later commits can't be compared with this one, because it was judged by %s;"
              + " 'thresholds: FILE' in perf.yml makes a file the project's%n",
          thresholds);
    }
    return counts;
  }

  private RequestedBaseline requested() {
    return new RequestedBaseline(project, profile, thresholds, baselineWar, against, measure);
  }

  private Path folder() {
    return project.home().relativize(run);
  }

  /**
   * Adds the build as a step. The launcher has already done it, because the project is measured by
   * its own checkout.
   */
  private static void printBuild(PipelineSteps steps, PrintWriter out) {
    Long seconds = Long.getLong("perf.build.seconds");
    if (seconds == null) {
      steps.announce("build");
      out.println("up to date with " + new BuildVersion().commit());
    }
    steps.add("build", seconds == null ? 0 : seconds);
  }

  private int restate(
      ReusedVerdict reused,
      CommitVerdicts verdicts,
      PipelineSteps steps,
      PrintWriter out,
      PrintWriter result)
      throws IOException, InterruptedException {
    Verdict verdict = reused.restate(project, run, System.getenv(), Instant.now());
    servers.setUpHistory(steps);
    try {
      verdicts.add(reused.of(verdict));
      if (steps.ownsStack()) {
        steps.step("stack down", "stack down", steps::takeDownStack);
      }
    } finally {
      steps.takeDownStack();
    }
    out.printf("%s%nRun: %s%n%n", steps.times(), folder());
    out.flush();
    new ShownVerdict(project.home(), run, shown).print(verdict, null, result);
    return verdict.outcome().exitCode();
  }

  /**
   * Returns a text that identifies how a commit is measured; a verdict applies only if it is equal.
   */
  private String measured() {
    List<Path> files =
        Stream.concat(Stream.of(thresholds), Stream.ofNullable(servers.file())).toList();
    return new MeasuringMethod(project, profile, files).digest();
  }

  /** Prints a forecast before the load, which doesn't affect the verdict. */
  private void forecast(
      PipelineSteps steps,
      Thresholds limits,
      List<CatalogueEntry> plan,
      PrintWriter out,
      PrintWriter err)
      throws InterruptedException {
    List<CatalogueEntry> measured =
        only.isEmpty() ? plan : plan.stream().filter(entry -> entry.isOf(only)).toList();
    LoadForecast forecast =
        steps.run(() -> steps.stages().forecast(project, profile, limits, measured));
    forecast.lines().forEach(out::println);
    forecast.warnings().forEach(warning -> err.println("WARN: " + warning));
    out.flush();
    err.flush();
  }

  /**
   * Measures the cases. A run with invalid cases is judged as well, because the gate reports which
   * cases are invalid and why.
   */
  private void measure(PipelineSteps steps, RunRequest request) throws InterruptedException {
    int code = steps.step("run", "run", () -> steps.stages().run(request));
    if (code != 0 && !Files.exists(run.resolve(RunFile.NAME))) {
      throw new Fault(
          code == Fault.CONFIGURATION ? Fault.CONFIGURATION : Fault.NO_VERDICT,
          "the run left no run.json: see above",
          null);
    }
  }

  private boolean publish(PipelineSteps steps, String name) throws InterruptedException {
    return steps.step(name, "publish", () -> steps.stages().publish(run, servers.history())) == 0;
  }
}
