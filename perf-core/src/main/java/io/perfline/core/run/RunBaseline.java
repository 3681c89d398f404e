package io.perfline.core.run;

import java.util.List;

/**
 * What a run was compared with.
 *
 * @param name as a person calls it, such as {@code main~1}; null when there is none
 * @param commit the commit it was built from; null when that isn't known
 * @param how how it was found, such as {@code parent of HEAD}
 * @param problem why there is none; null when there is one
 * @param differs what differs between both builds in what runs, each a text for people
 * @param warnings what the comparison can't show, each a sentence for people
 */
public record RunBaseline(
    String name,
    String commit,
    String how,
    String problem,
    List<String> differs,
    List<String> warnings) {

  /** How a baseline was found that runs at a URL of its own. */
  public static final String AT_URL = "baseline_url";

  private static final String EQUAL = "A/A: ";

  public RunBaseline {
    differs = differs == null ? List.of() : List.copyOf(differs);
    warnings = warnings == null ? List.of() : List.copyOf(warnings);
  }

  /** Where nobody looked at what differs. */
  public RunBaseline(String name, String commit, String how, String problem) {
    this(name, commit, how, problem, List.of(), List.of());
  }

  /** Returns false for services at a URL, which are never redeployed and never swap places. */
  public boolean redeployed() {
    return how == null || !how.endsWith(AT_URL);
  }

  /** Labels the comparison as one of equal builds, which were measured on purpose. */
  public RunBaseline ofEqualBuilds() {
    return new RunBaseline(name, commit, EQUAL + how, problem, differs, warnings);
  }

  /** Returns true when both builds were equal, which were measured on purpose. */
  public boolean equalBuilds() {
    return how != null && how.startsWith(EQUAL);
  }

  /** The same with what was found to differ. */
  public RunBaseline with(List<String> differing, List<String> warned) {
    return new RunBaseline(name, commit, how, problem, differing, warned);
  }
}
