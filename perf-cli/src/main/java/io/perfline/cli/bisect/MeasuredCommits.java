package io.perfline.cli.bisect;

import io.perfline.cli.build.BuildContent;
import io.perfline.cli.build.ServiceBuild;
import io.perfline.cli.build.UnusableCommit;
import io.perfline.cli.pipeline.PipelineSteps;
import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceDifferences;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.gate.judge.PairedDecision;
import io.perfline.gate.text.Wording;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.sims.run.RunRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Measures commits, each in pairs against the good one.
 *
 * @param good the fast commit
 * @param runs the folder of the steps' runs, which contains those of an interrupted search
 */
record MeasuredCommits(
    ServiceBuild builds,
    String good,
    Thresholds thresholds,
    RunRequest request,
    PipelineSteps steps,
    Path runs)
    implements CommitJudge {

  /** The maximum number of times that further pairs are measured for an undecided commit. */
  static final int ROUNDS = 3;

  /**
   * {@inheritDoc}
   *
   * @throws UnusableCommit also if the current load can't load its service, or a variable that its
   *     service needs isn't set
   */
  @Override
  public String build(String commit) throws InterruptedException {
    builds.complete(commit);
    ServiceUnderTest own = builds.serviceOf(commit);
    Project project = request.project();
    String kind = project.service().kind();
    if (!own.kind().equals(kind)) {
      throw new UnusableCommit(
          "commit %s runs %s, but the load of %s is for %s"
              .formatted(CommitId.shortened(commit), own.kind(), project.file(), kind),
          null);
    }
    try {
      project.withService(own).requireVariables(System.getenv());
    } catch (Fault missing) {
      throw new UnusableCommit(
          "commit %s cannot run by its own perf.yml: %s"
              .formatted(CommitId.shortened(commit), missing.getMessage()),
          missing);
    }
    return builds.content(commit);
  }

  /**
   * Returns the request to compare a commit with another one. Each of them runs by the service
   * section of its own perf.yml, with the project's current load and limits.
   *
   * @param folder the folder of the run
   * @param why whether both builds are profiled
   */
  RunRequest comparing(String commit, String other, Path folder, boolean why)
      throws InterruptedException {
    ServiceUnderTest own = builds.serviceOf(commit);
    RunBaseline named =
        new RunBaseline(other, other, BaselineSource.BISECTION, null)
            .with(differing(commit, own, other), List.of());
    Path built = builds.of(other);
    Path file = request.project().file();
    Path described = builds.hasOwnFile(other) ? built.resolve(file.getFileName()) : file;
    BaselineFile baseline =
        new BaselineFile(named, null, built.toString(), null, described.toString());
    return request
        .of(request.project().withService(own))
        .to(folder, request.cases(), request.comparison().of(builds.of(commit), baseline, why));
  }

  /** Returns the differences between two commits that are known before they run. */
  private List<String> differing(String commit, ServiceUnderTest own, String other) {
    List<String> differing = new ArrayList<>();
    differing.add("the builds of commits %s and %s".formatted(commit, other));
    BuildContent.differingKeys(own, builds.serviceOf(other))
        .forEach(key -> differing.add(ServiceDifferences.key(key)));
    if (own.serverXml() != null) {
      Checkout checkout = new Checkout(request.project().home());
      Path file = request.project().home().resolve(own.serverXml());
      if (!checkout.digestAt(commit, file).equals(checkout.digestAt(other, file))) {
        differing.add(own.serverXml());
      }
    }
    return differing;
  }

  @Override
  public Judged judge(String commit, int commits) throws InterruptedException {
    Path folder = runs.resolve(CommitId.shortened(commit));
    RunRequest measured = comparing(commit, good, folder, false);
    if (!isValid(folder)) {
      forget(folder);
      measure("measure " + CommitId.shortened(commit), measured);
    }
    for (int round = 1; ; round++) {
      Run run = RunFile.read(folder);
      Judged judged = judged(run, thresholds, commits);
      boolean open = judged.outcome() == StepOutcome.UNDECIDED && isOpen(run, commits);
      if (!open || round > ROUNDS) {
        return judged;
      }
      measure(
          "measure further, round %d of %d".formatted(round, ROUNDS),
          measured.addingTo(folder, request.cases()));
    }
  }

  /** Returns true if further pairs may decide a limit, which they can't after a change from 0. */
  private boolean isOpen(Run run, int commits) {
    PairedDecision decision = decision(run, thresholds, commits);
    return run.cases().stream().anyMatch(result -> !decision.decided(result));
  }

  private static boolean isValid(Path folder) {
    return Files.exists(folder.resolve(RunFile.NAME))
        && RunFile.read(folder).cases().stream().allMatch(CaseResult::valid);
  }

  /** Deletes an invalid or incomplete measurement. */
  private static void forget(Path folder) {
    try {
      FileTree.delete(folder);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot delete the invalid run %s: %s".formatted(folder, e), e);
    }
  }

  private void measure(String name, RunRequest measured) throws InterruptedException {
    if (steps.step(name, "run", () -> steps.stages().run(measured)) != 0) {
      throw Fault.noVerdict(
          "a commit was not validly measured: see above; the same command"
              + " continues from here");
    }
  }

  /**
   * Judges a commit by the cases that a threshold judges in pairs.
   *
   * @param commits the number of judged commits that share the error budget
   */
  static Judged judged(Run run, Thresholds thresholds, int commits) {
    PairedDecision decision = decision(run, thresholds, commits);
    List<CaseResult> cases =
        run.cases().stream()
            .filter(result -> !result.pairs().isEmpty())
            .filter(decision::judges)
            .toList();
    if (cases.isEmpty()) {
      throw Fault.noVerdict(
          "nothing was measured in pairs that a threshold of %s judges: see run %s"
              .formatted(thresholds.file(), run.run()));
    }
    List<String> changes = new ArrayList<>();
    StepOutcome outcome = StepOutcome.NOT_SLOWER;
    for (CaseResult result : cases) {
      if (decision.isBeyond(result)) {
        return new Judged(StepOutcome.SLOWER, Wording.changes(decision.deciding(result)));
      }
      outcome = decision.isWithin(result) ? outcome : StepOutcome.UNDECIDED;
      changes.add(Wording.changes(decision.deciding(result)));
    }
    return new Judged(outcome, changes.stream().collect(Collectors.joining("; ")));
  }

  private static PairedDecision decision(Run run, Thresholds thresholds, int commits) {
    return PairedDecision.of(thresholds, run.catalogue(), entry -> measured(run, entry.name()))
        .sharedOver(commits);
  }

  private static boolean measured(Run run, String name) {
    return run.cases().stream().anyMatch(result -> result.name().equals(name));
  }
}
