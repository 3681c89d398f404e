package io.perfline.core.run;

import io.perfline.core.git.CommitId;
import java.nio.file.Path;
import java.util.List;

/**
 * The baseline with which a run was compared.
 *
 * @param name the name for people, such as {@code main~1}; null if there is no baseline
 * @param commit the commit it was built from; null when that isn't known
 * @param how the way it was found, such as {@code parent of HEAD}
 * @param problem the reason why there is no baseline; null if there is one
 * @param differs the differences between what runs in both builds, as texts for people
 * @param warnings the limits of the comparison, each a sentence for people
 * @param digests identifies both builds; null where nobody compared them
 */
public record RunBaseline(
    String name,
    String commit,
    String how,
    String problem,
    List<String> differs,
    List<String> warnings,
    Digests digests) {

  /** Identifies what each build runs, as far as that is known before both are started. */
  public record Digests(String candidate, String baseline) {
    public boolean areEqual() {
      return candidate != null && candidate.equals(baseline);
    }
  }

  /** The value of {@code how} for a baseline at a URL of its own. */
  public static final String AT_URL = "baseline_url";

  /**
   * How a baseline was found that is the last release; also how the folder of that comparison's run
   * ends, whose name begins like that of the run that it completes.
   */
  public static final String SINCE_RELEASE = "since-release";

  private static final String EQUAL = "A/A: ";

  /** Returns the abbreviated commit of a baseline, or its name; null without a baseline. */
  public static String nameOf(RunBaseline baseline) {
    if (baseline == null) {
      return null;
    }
    return baseline.commit == null ? baseline.name : CommitId.shortened(baseline.commit);
  }

  public RunBaseline {
    differs = differs == null ? List.of() : List.copyOf(differs);
    warnings = warnings == null ? List.of() : List.copyOf(warnings);
  }

  /** Creates a baseline without a list of what differs. */
  public RunBaseline(String name, String commit, String how, String problem) {
    this(name, commit, how, problem, List.of(), List.of(), null);
  }

  /** Returns false for services at a URL, which are never redeployed and never swap places. */
  public boolean redeployed() {
    return how == null || !how.endsWith(AT_URL);
  }

  /** Returns true where the baseline is the last release, for limits on slow changes over weeks. */
  public boolean sinceRelease() {
    return how != null && how.endsWith(SINCE_RELEASE);
  }

  /** Returns the folder of the run that compares a run's commit with the last release. */
  public static Path folderSinceRelease(Path run) {
    return run.resolveSibling(run.getFileName() + "-" + SINCE_RELEASE);
  }

  /** Labels the comparison as one of equal builds, which were measured on purpose. */
  public RunBaseline ofEqualBuilds() {
    return new RunBaseline(name, commit, EQUAL + how, problem, differs, warnings, digests);
  }

  /** Returns true when both builds were equal, which were measured on purpose. */
  public boolean equalBuilds() {
    return how != null && how.startsWith(EQUAL);
  }

  /** Creates the same baseline with differences and warnings. */
  public RunBaseline with(List<String> differing, List<String> warned) {
    return new RunBaseline(name, commit, how, problem, differing, warned, digests);
  }

  /** Creates the same baseline with the digests of both builds. */
  public RunBaseline with(Digests ofBuilds) {
    return new RunBaseline(name, commit, how, problem, differs, warnings, ofBuilds);
  }
}
