package io.perfline.cli.pipeline;

import io.perfline.cli.build.BuildDifferences;
import io.perfline.core.git.BuildInfo;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.gate.history.CommitVerdict;
import io.perfline.gate.history.CommitVerdicts;
import io.perfline.gate.report.Report;
import io.perfline.gate.text.VerdictFiles;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Limit;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An earlier verdict on the baseline that also applies to this commit, because there is no
 * difference in anything that runs or determines the measurement.
 */
record ReusedVerdict(CommitVerdict baseline) {

  /**
   * Finds a verdict that applies to this commit; empty if there is none.
   *
   * @param measured identifies how this commit would be measured
   */
  static Optional<ReusedVerdict> of(
      Project project, BaselineFile found, String measured, CommitVerdicts verdicts) {
    String commit = found.baseline().commit();
    if (found.unchanged() == null || commit == null || !found.baseline().warnings().isEmpty()) {
      return Optional.empty();
    }
    return BuildDifferences.definesMeasurement(
            project, new Checkout(project.home()).changedSince(commit))
        ? Optional.empty()
        : verdicts
            .letThrough(commit, verdict -> verdict.measured().equals(measured))
            .map(ReusedVerdict::new);
  }

  /**
   * Writes the verdict on the baseline as the verdict on this commit, with a report.
   *
   * @param run the folder to write to
   * @throws IOException if it can't be written
   */
  Verdict restate(Project project, Path run, Map<String, String> environment, Instant now)
      throws IOException {
    BuildInfo build = BuildInfo.ofProject(project.home(), environment);
    String summary =
        "Nothing that runs has changed since commit %s, so its verdict stands (run %s): %s"
            .formatted(CommitId.shortened(baseline.commit()), baseline.run(), baseline.summary());
    Finding finding = baseline.outcome() == Outcome.PASS ? Finding.UNCHANGED : Finding.NOT_COMPARED;
    Line line =
        Line.remark(
            "earlier-verdict",
            "**",
            Limit.remark("run", "–"),
            finding,
            "%s of run %s: %s".formatted(baseline.outcome(), baseline.run(), baseline.summary()));
    Verdict verdict =
        new Verdict(
            Verdict.SCHEMA,
            run.getFileName().toString(),
            build.number(),
            build.branch(),
            build.commit(),
            baseline.profile(),
            baseline.environment(),
            now,
            baseline.outcome(),
            summary,
            summary,
            List.of(),
            List.of(line),
            List.of());
    Files.createDirectories(run);
    VerdictFiles.write(run, verdict);
    Report.writeReused(run, verdict, baseline.run());
    return verdict;
  }

  /** Returns the verdict on this commit for later ones; it names the run that was measured. */
  CommitVerdict of(Verdict restated) {
    return new CommitVerdict(
        restated.commit(),
        restated.branch(),
        restated.environment(),
        restated.profile(),
        baseline.run(),
        restated.build(),
        restated.judged(),
        restated.outcome(),
        baseline.summary(),
        true,
        baseline.measured());
  }
}
