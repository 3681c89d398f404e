package io.perfline.gate.verdict;

import io.perfline.core.git.CommitId;
import io.perfline.core.run.RunBaseline;
import java.time.Instant;

/** The builds or runs that a baseline consists of. */
public sealed interface BaselineContent {

  /**
   * A build that was measured together with the candidate.
   *
   * @param name its name for users, such as {@code main~1}
   * @param commit its abbreviated commit; null if unknown
   */
  record Build(String name, String commit) implements BaselineContent {

    /** Names the baseline of a run, or gives it another name if the run doesn't. */
    public static Build of(RunBaseline baseline, String otherwise) {
      if (baseline == null) {
        return new Build(otherwise, null);
      }
      return new Build(
          baseline.name() == null ? otherwise : baseline.name(),
          baseline.commit() == null ? null : CommitId.shortened(baseline.commit()));
    }

    /** Returns the name with the commit, such as {@code main~1 (4f2a4f2a4f)}. */
    public String text() {
      return CommitId.named(name, commit);
    }
  }

  /**
   * Earlier runs on one level.
   *
   * @param first the id of the oldest run, which started at {@code from}
   * @param kept the location of the history; empty if there is none
   */
  record Runs(int count, String branch, Instant from, String first, String kept)
      implements BaselineContent {}

  /**
   * A history without a level to compare with.
   *
   * @param kept the location of the history; empty if there is none
   */
  record History(String kept) implements BaselineContent {}

  /** Earlier runs, in words. */
  record Described(String text) implements BaselineContent {}
}
