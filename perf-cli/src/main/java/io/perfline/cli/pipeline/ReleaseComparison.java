package io.perfline.cli.pipeline;

import io.perfline.cli.baseline.ProjectBaseline;
import io.perfline.cli.pipeline.PipelineSteps.Ended;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.gate.GateRequest;
import io.perfline.gate.history.CommitVerdicts;
import io.perfline.sims.comparison.BaselineComparison;
import io.perfline.sims.run.RunRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The second comparison of the profile {@code nightly}, which is with the last release, in order to
 * detect small changes that add up. It is a separate run; the gate adds its verdict to that of the
 * first run. If a stage fails, its folder has no verdict.
 *
 * @param first the run that it completes
 */
record ReleaseComparison(RunRequest first, Boolean why) {

  void measure(
      PipelineSteps steps, RequestedBaseline requested, CommitVerdicts verdicts, PrintWriter out)
      throws IOException, InterruptedException {
    Stages stages = steps.stages();
    Path second = RunBaseline.folderSinceRelease(first.folder());
    Ended<BaselineFile> release =
        steps.step(
            "baseline since release",
            "baseline",
            () -> stages.baseline(requested.search(ProjectBaseline.Since.RELEASE, verdicts, out)));
    if (release.code() == 0 && release.value().baseline().problem() != null) {
      return; // the gate warns about the missing comparison
    }
    Files.createDirectories(second);
    if (release.code() == 0) {
      RunRequest request =
          first.to(second, List.of("paired"), new BaselineComparison(release.value(), true, why));
      steps.step("run since release", "run", () -> stages.run(request));
    }
    if (Files.exists(second.resolve(RunFile.NAME))) {
      GateRequest judged = new GateRequest(second, requested.thresholds(), null);
      steps.step("gate since release", "gate", () -> stages.judge(judged));
      steps.step("report since release", "report", () -> stages.report(second));
    }
  }
}
