package io.perfline.cli;

import java.util.List;

/**
 * Where a search ended.
 *
 * @param range the commits one of which is the first slow one; one when it was found, none when
 *     none is slow
 * @param told of a commit its change; of a range why it is no narrower; of none the bad one's
 *     change
 */
public record Found(List<String> range, String told) {

  public Found {
    range = List.copyOf(range);
  }

  static Found commit(String commit, String change) {
    return new Found(List.of(commit), change);
  }

  static Found none(String told) {
    return new Found(List.of(), told);
  }

  /** Whether no commit is slow. */
  public boolean isNone() {
    return range.isEmpty();
  }

  public boolean isCommit() {
    return range.size() == 1;
  }
}
