package io.perfline.cli;

import io.perfline.cli.VerdictRecords.Judged;
import io.perfline.core.git.BuildInfo;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.gate.verdict.JunitFile;
import io.perfline.gate.verdict.MarkdownFile;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The verdict of the baseline where it stands for this commit as well: nothing that runs differs,
 * nothing that says what is measured differs, and the same would be measured in the same way.
 *
 * @param judged what became of the baseline
 * @param verdict of the baseline
 * @param baseline its commit
 */
record StandingVerdict(Judged judged, Verdict verdict, String baseline) {

  /**
   * @param found what this commit is compared with
   * @param measured what would be measured, and by what
   */
  static Optional<StandingVerdict> of(Project project, BaselineFile found, String measured) {
    String commit = found.baseline().commit();
    if (found.unchanged() == null || commit == null || !found.baseline().warnings().isEmpty()) {
      return Optional.empty();
    }
    if (BuildDifferences.saysWhatIsMeasured(
        project.service(), new Checkout(project.home()).changedSince(commit))) {
      return Optional.empty();
    }
    VerdictRecords records = VerdictRecords.of(project.home());
    return records
        .of(commit)
        .filter(judged -> judged.letThrough() && judged.measured().equals(measured))
        .flatMap(
            judged ->
                records
                    .verdict(commit)
                    .map(verdict -> new StandingVerdict(judged, verdict, commit)));
  }

  /** One sentence: why nothing is measured, and what the verdict was. */
  private String summary() {
    return "Nothing that runs has changed since commit %s, so its verdict stands (run %s): %s"
        .formatted(CommitId.shortened(baseline), judged.run(), verdict.summary());
  }

  /**
   * Writes it as the verdict of this commit, and remembers it for the next one.
   *
   * @return the exit code
   * @throws IOException when it can't be written
   */
  int restate(Project project, Path run, Map<String, String> environment, Instant now)
      throws IOException {
    BuildInfo build = BuildInfo.ofProject(project.home(), environment);
    Verdict restated =
        new Verdict(
            verdict.schema(),
            run.getFileName().toString(),
            build.number(),
            build.branch(),
            build.commit(),
            verdict.profile(),
            verdict.environment(),
            now,
            verdict.outcome(),
            summary(),
            verdict.problems(),
            verdict.lines(),
            verdict.notJudged());
    Files.createDirectories(run);
    VerdictFile.write(run, restated);
    JunitFile.write(run, restated);
    MarkdownFile.write(run, restated);
    VerdictRecords.of(project.home()).add(build.commit(), judged, verdict);
    return verdict.outcome().exitCode();
  }

  /** What the command prints. */
  String told() {
    return "%s: %s".formatted(verdict.outcome(), summary());
  }
}
