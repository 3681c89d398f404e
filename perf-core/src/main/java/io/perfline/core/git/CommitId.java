package io.perfline.core.git;

/** Abbreviates commits for users to their first ten digits. */
public final class CommitId {

  private static final int SHOWN = 10;

  private CommitId() {}

  /**
   * Returns the first ten digits of a commit, or the complete text if it is shorter.
   *
   * @param commit the commit; may be null
   * @return null for null
   */
  public static String shortened(String commit) {
    return commit == null || commit.length() <= SHOWN ? commit : commit.substring(0, SHOWN);
  }

  /**
   * Returns a name with the first digits of its commit, such as {@code main~1 (4f2a4f2a4f)}. The
   * digits stand alone if the name is the commit itself.
   *
   * @param commit the commit; null if it is not known
   */
  public static String named(String name, String commit) {
    String digits = shortened(commit);
    if (digits == null) {
      return name;
    }
    return name == null || name.startsWith(digits) ? digits : "%s (%s)".formatted(name, digits);
  }
}
