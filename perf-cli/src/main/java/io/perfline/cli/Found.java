package io.perfline.cli;

import java.util.List;

/**
 * The result of a search.
 *
 * @param range the commits among which the first slow one is; a single commit if it was found, and
 *     none if no commit is slow
 * @param explanation the change of the commit; for a range, the reason why it could not be narrowed
 *     down; without a slow commit, the change of the bad commit
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
