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
}
