package io.perfline.core.run;

import io.perfline.core.git.CommitId;
import java.nio.file.Path;
import java.util.List;

/**
 * The baseline with which a run was compared.
 *
 * @param name the name for users, such as {@code main~1}; null if there is no baseline
 * @param commit the commit from which it was built; null if unknown
 * @param how how it was found; null if there is no baseline
 * @param problem the reason why there is no baseline; null if there is one
 * @param differs the differences between the running parts of both builds, as texts for users
 * @param warnings the limitations of the comparison, as sentences for users
 * @param digests identifies both builds; null if they were not compared
 */
public record RunBaseline(
    String name,
    String commit,
    BaselineSource how,
    String problem,
    List<String> differs,
    List<String> warnings,
    Digests digests) {

  /**
   * Identifies the running parts of each build, as far as they are known before both are started.
   */
  public record Digests(String candidate, String baseline) {
    public boolean areEqual() {
      return candidate != null && candidate.equals(baseline);
    }
  }

  /** Returns the abbreviated commit of a baseline, or its name; null without a baseline. */
  public static String nameOf(RunBaseline baseline) {
    if (baseline == null) {
      return null;
    }
    return baseline.commit == null ? baseline.name : CommitId.shortened(baseline.commit);
  }

  /** Returns the name and the first digits of the commit. */
  public String description() {
    return CommitId.named(name, commit);
  }

  public RunBaseline {
    differs = differs == null ? List.of() : List.copyOf(differs);
    warnings = warnings == null ? List.of() : List.copyOf(warnings);
  }

  /** Creates a baseline without a list of differences. */
  public RunBaseline(String name, String commit, BaselineSource how, String problem) {
    this(name, commit, how, problem, List.of(), List.of(), null);
  }

  /** Returns false for services at a URL, which are never redeployed and never swap places. */
  public boolean redeployed() {
    return how == null || !how.is(BaselineSource.AT_URL);
  }

  /**
   * Returns true if the build was compared with itself, because there is nothing else to compare it
   * with. This measures the noise, and judges nothing.
   */
  public boolean comparesItself() {
    return how != null && how.is(BaselineSource.ITSELF);
  }

  /** Returns true if the baseline is the last release, for limits on gradual changes over weeks. */
  public boolean sinceRelease() {
    return how != null && how.is(BaselineSource.RELEASE);
  }

  /**
   * Returns the folder of the run that compares the commit of a run with the last release, which is
   * next to that of the run that it completes.
   */
  public static Path folderSinceRelease(Path run) {
    return run.resolveSibling(run.getFileName() + "-" + BaselineSource.RELEASE);
  }

  /**
   * Returns this baseline, marked as a build that equals the candidate and is measured on purpose.
   */
  public RunBaseline ofEqualBuilds() {
    BaselineSource onPurpose = new BaselineSource(how.name(), true);
    return new RunBaseline(name, commit, onPurpose, problem, differs, warnings, digests);
  }

  /** Returns true if both builds were equal and were measured on purpose. */
  public boolean equalBuilds() {
    return how != null && how.equalBuilds();
  }

  /** Returns this baseline with differences and warnings. */
  public RunBaseline with(List<String> differing, List<String> warned) {
    return new RunBaseline(name, commit, how, problem, differing, warned, digests);
  }

  /** Returns this baseline with the digests of both builds. */
  public RunBaseline with(Digests ofBuilds) {
    return new RunBaseline(name, commit, how, problem, differs, warnings, ofBuilds);
  }
}
