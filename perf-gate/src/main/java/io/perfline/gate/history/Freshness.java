package io.perfline.gate.history;

import io.perfline.gate.history.CaseRuns.Attempt;
import io.perfline.gate.history.CaseRuns.Kind;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * The age of a case's newest valid result, in runs of its branch.
 *
 * @param measured false if no run of the branch has a valid result of the case
 * @param invalid the number of the case's newest results that are invalid
 * @param missing the number of the branch's newest runs without any result of the case
 */
public record Freshness(boolean measured, int invalid, int missing) {

  /**
   * The number of runs without the case from which on it is stale; a run may leave out a case on
   * purpose.
   */
  private static final int MISSING = 3;

  /** The freshness of a case that the newest run measured. */
  public static final Freshness NEWEST = new Freshness(true, 0, 0);

  /**
   * Returns the freshness of a case.
   *
   * @param measured false if no run of the branch has a valid result of the case
   * @param attempts the case's newest results, oldest first; not empty
   * @param runs the starts of the branch's runs, including all since the last result, in any order
   */
  public static Freshness of(boolean measured, List<Attempt> attempts, Collection<Instant> runs) {
    int invalid = 0;
    for (int i = attempts.size() - 1; i >= 0 && attempts.get(i).kind() != Kind.VALID; i--) {
      invalid += attempts.get(i).kind() == Kind.INVALID ? 1 : 0;
    }
    Instant newest = attempts.get(attempts.size() - 1).time();
    int missing = (int) runs.stream().filter(time -> time.isAfter(newest)).count();
    return new Freshness(measured, invalid, missing);
  }

  /** Returns true if the newest valid measurement does not represent the branch's newest commit. */
  public boolean stale() {
    return !measured || invalid > 0 || missing >= MISSING;
  }

  /** Describes the freshness; empty if the newest run measured the case. */
  public String text() {
    if (!measured) {
      return "never valid";
    }
    if (invalid > 0) {
      return "invalid in its newest " + runs(invalid);
    }
    return missing > 0 ? "not in the newest " + runs(missing) : "";
  }

  private static String runs(int count) {
    return count == 1 ? "run" : count + " runs";
  }
}
