package io.perfline.cli.bisect;

import java.util.List;

/**
 * The result of a search.
 *
 * @param range the commits among which the first slow one is; a single commit if it was found, and
 *     none if no commit is slow or the bad commit could not be judged
 * @param explanation the change of the commit; for a range, the reason why it could not be narrowed
 *     down; without a slow commit, the change of the bad commit, or why that is unknown
 */
public record Found(Kind kind, List<String> range, String explanation) {

  /** The kinds of results. */
  public enum Kind {
    /** The first slow commit was found. */
    COMMIT,
    /** The first slow commit is one of several. */
    RANGE,
    /** No commit is slow. */
    NONE,
    /**
     * The bad commit could not be built and run, or is undecided, so it is unknown whether any
     * commit is slow.
     */
    UNKNOWN
  }

  public Found {
    range = List.copyOf(range);
  }

  static Found commit(String commit, String change) {
    return new Found(Kind.COMMIT, List.of(commit), change);
  }

  static Found range(List<String> commits, String reason) {
    return new Found(Kind.RANGE, commits, reason);
  }

  static Found none(String result) {
    return new Found(Kind.NONE, List.of(), result);
  }

  static Found unknown(String reason) {
    return new Found(Kind.UNKNOWN, List.of(), reason);
  }

  /** Returns whether it is known which commit is slow, or that none is. */
  public boolean isDecided() {
    return kind == Kind.COMMIT || kind == Kind.NONE;
  }
}
