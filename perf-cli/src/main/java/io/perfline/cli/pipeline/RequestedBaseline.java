package io.perfline.cli.pipeline;

import io.perfline.cli.baseline.BaselineChoice;
import io.perfline.cli.baseline.ProjectBaseline;
import io.perfline.cli.build.ServiceBuild;
import io.perfline.core.command.Fault;
import io.perfline.core.project.ProfileOption;
import io.perfline.core.project.Project;
import io.perfline.core.run.BaselineFile;
import io.perfline.gate.history.CommitVerdicts;
import io.perfline.gate.judge.JudgingRules;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.sims.comparison.BaselineComparison;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The baseline that a user, the profile or the limits ask for.
 *
 * @param war the release to compare with; null if none was named
 * @param against the build to compare with; null for the one that {@code ./perfline baseline} finds
 * @param measure whether to measure equal builds too
 */
record RequestedBaseline(
    Project project, String profile, Path thresholds, Path war, String against, boolean measure) {

  /** Returns the profile of the requested comparison; null if none was requested. */
  String compared() {
    boolean isCompared = war != null || (against != null && !against.equals(BaselineChoice.NONE));
    return isCompared ? profile : null;
  }

  boolean isNight() {
    return profile.equals(ProfileOption.NIGHTLY) && against == null;
  }

  /** Returns whether the limits are those of the project. */
  boolean hasOwnLimits() {
    return thresholds
        .toAbsolutePath()
        .normalize()
        .equals(project.thresholds().toAbsolutePath().normalize());
  }

  /** Returns the named release, or otherwise the one in the thresholds if its file exists. */
  BaselineFile given(Thresholds limits, PrintWriter err) {
    if (war != null || limits.release().isEmpty()) {
      return war == null ? null : BaselineComparison.war(war);
    }
    Path file = thresholds.toAbsolutePath().resolveSibling(limits.release().get()).normalize();
    if (!Files.isRegularFile(file)) {
      err.printf(
          "perfline ci: %s, which the thresholds compare with, does not exist:"
              + " its cases are left out%n",
          file);
      return null;
    }
    return BaselineComparison.war(file);
  }

  /**
   * Returns whether the limits compare builds in pairs.
   *
   * @throws Fault (configuration) if they don't, but those of an earlier commit did; a commit that
   *     removes all such limits would pass unnoticed
   */
  boolean comparesInPairs(
      Stages stages, Thresholds limits, CommitVerdicts verdicts, PrintWriter out) {
    if (limits.comparesInPairs()) {
      return limits.release().isEmpty();
    }
    boolean searches = war == null && against == null && hasOwnLimits();
    if (searches && stages.comparesInPairs(search(null, verdicts, out))) {
      throw Fault.configuration(
          JudgingRules.NO_LIMIT_LEFT.formatted(limits.file(), "an earlier commit"));
    }
    return false;
  }

  ProjectBaseline search(ProjectBaseline.Since since, CommitVerdicts verdicts, PrintWriter out) {
    return new ProjectBaseline(
        project,
        against,
        profile,
        since,
        measure || since == ProjectBaseline.Since.RELEASE,
        new ServiceBuild(project, out),
        verdicts);
  }
}
