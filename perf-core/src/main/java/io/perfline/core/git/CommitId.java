package io.perfline.core.git;

/** Shortens commits for people: to their first ten digits. */
public final class CommitId {

  private static final int SHOWN = 10;

  private CommitId() {}

  /**
   * Returns the first ten digits of a commit, or the whole name if it is shorter.
   *
   * @param commit null for none
   * @return null for none
   */
  public static String shortened(String commit) {
    return commit == null || commit.length() <= SHOWN ? commit : commit.substring(0, SHOWN);
  }
}
