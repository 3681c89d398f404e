package io.perfline.cli;

import java.util.List;

/**
 * The result of a search.
 *
 * @param range the commits that contain the first slow one; one commit if it was found, none if no
 *     commit is slow
 * @param explanation the change of the commit; for a range, the reason why it could not be
 *     narrowed; for none, the change of the bad commit
 */
public record Found(List<String> range, String explanation) {

  public Found {
    range = List.copyOf(range);
  }

  static Found commit(String commit, String change) {
    return new Found(List.of(commit), change);
  }

  static Found none(String result) {
    return new Found(List.of(), result);
  }

  /** Returns whether no commit is slow. */
  public boolean isNone() {
    return range.isEmpty();
  }

  public boolean isCommit() {
    return range.size() == 1;
  }
}
