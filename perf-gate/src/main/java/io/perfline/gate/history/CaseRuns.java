package io.perfline.gate.history;

import java.time.Instant;
import java.util.List;

/**
 * All results of a case.
 *
 * @param histories its valid measurements, one history per machine
 * @param attempts its newest results, oldest first, including invalid ones
 */
public record CaseRuns(List<CaseHistory> histories, List<Attempt> attempts) {

  /** The number of newest results that are kept. */
  static final int NEWEST = 60;

  /** The result of one case in one run. */
  public enum Kind {
    VALID,
    INVALID,
    /** It was not measured, because nothing that runs differs from the baseline. */
    UNCHANGED
  }

  /**
   * One result of a case.
   *
   * @param run the run
   * @param commit the commit of its build
   * @param time start of the run
   */
  public record Attempt(String run, String commit, Instant time, Kind kind) {}

  public CaseRuns {
    histories = List.copyOf(histories);
    attempts = List.copyOf(attempts);
  }
}
