package io.perfline.cli;

import static io.perfline.cli.StageLog.words;

import io.perfline.core.command.Fault;
import io.perfline.core.git.CommitId;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunFile;
import io.perfline.gate.judge.PairedDecision;
import io.perfline.gate.thresholds.Thresholds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Commits, each measured in pairs beside the good one by the stages of the pipeline.
 *
 * @param good the commit that is fast
 * @param measured the words that say how {@code run} measures: cases, profile, environment, limits
 * @param runs folder of the steps' runs
 * @param goesOn whether these are of the same search, interrupted: what was measured whole counts
 */
record MeasuredCommits(
    CommitBuilds builds,
    String good,
    Thresholds thresholds,
    List<String> measured,
    StageLog steps,
    Path runs,
    boolean goesOn)
    implements CommitJudge {

  /** Of further pairs while a commit is undecided. */
  static final int ROUNDS = 3;

  @Override
  public String build(String commit) throws InterruptedException {
    return builds.content(commit);
  }

  @Override
  public Judged judge(String commit, int of) throws InterruptedException {
    Path folder = runs.resolve(CommitId.shortened(commit));
    List<String> beside = words(measured, builds.beside(commit, good), "--no-why");
    if (!goesOn || !Files.exists(folder.resolve(RunFile.NAME))) {
      forget(folder);
      measure("measure " + CommitId.shortened(commit), words("run", beside, "--out", folder));
    }
    for (int round = 1; ; round++) {
      Run run = RunFile.read(folder);
      Judged judged = judged(run, thresholds, of);
      if (judged.outcome() != StepOutcome.UNDECIDED || round > ROUNDS) {
        return judged;
      }
      measure(
          "measure on, round %d of %d".formatted(round, ROUNDS),
          words("run", beside, "--add-to", folder));
    }
  }

  private void measure(String name, List<String> stage) throws InterruptedException {
    if (steps.step(name, stage) != 0) {
      throw Fault.noVerdict(
          "a commit was not validly measured: see above; './perf bisect' with the same words goes"
              + " on from here");
    }
  }

  /**
   * @param of among how many judged commits the error is shared
   */
  static Judged judged(Run run, Thresholds thresholds, int of) {
    PairedDecision decision =
        PairedDecision.of(thresholds, run.catalogue(), entry -> measured(run, entry.name()))
            .sharedOver(of);
    List<CaseResult> cases =
        run.cases().stream().filter(result -> !result.pairs().isEmpty()).toList();
    if (cases.isEmpty()) {
      throw Fault.noVerdict("nothing was measured in pairs: see " + run.run());
    }
    List<String> changes = new ArrayList<>();
    StepOutcome outcome = StepOutcome.NOT_SLOWER;
    for (CaseResult result : cases) {
      if (decision.isBeyond(result)) {
        return new Judged(StepOutcome.SLOWER, decision.describe(result));
      }
      outcome = decision.isWithin(result) ? outcome : StepOutcome.UNDECIDED;
      changes.add(decision.describe(result));
    }
    return new Judged(outcome, changes.stream().collect(Collectors.joining("; ")));
  }

  private static boolean measured(Run run, String name) {
    return run.cases().stream().anyMatch(result -> result.name().equals(name));
  }

  /** What another search left of the same step. */
  private static void forget(Path folder) {
    try {
      Files.deleteIfExists(folder.resolve(RunFile.NAME));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove an earlier step in " + folder, e);
    }
  }
}
