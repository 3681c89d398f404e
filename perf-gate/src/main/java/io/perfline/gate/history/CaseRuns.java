package io.perfline.gate.history;

import java.time.Instant;
import java.util.List;

/**
 * All results of a case.
 *
 * @param histories the valid results, one history per machine
 * @param attempts the newest results including invalid ones, oldest first
 */
public record CaseRuns(List<CaseHistory> histories, List<Attempt> attempts) {

  /** The number of newest results that are kept. */
  static final int NEWEST = 60;

  /** The result of one case in one run. */
  public enum Kind {
    VALID,
    INVALID,
    /** The case was not measured, because nothing that runs differs from the baseline. */
    UNCHANGED
  }

  /**
   * One result of a case.
   *
   * @param time the start of the run
   */
  public record Attempt(String run, String commit, Instant time, Kind kind) {}

  public CaseRuns {
    histories = List.copyOf(histories);
    attempts = List.copyOf(attempts);
  }
}
