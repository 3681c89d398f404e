package io.perfline.gate.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The reason for a line's outcome, for programs; {@link Line#reason} is the text for people. */
public enum Finding {
  WITHIN_PASS(Outcome.PASS),
  /** The change is within {@code pass}, but confirmed to be for the worse. */
  WORSE_WITHIN_PASS(Outcome.PASS),
  /** The builds were not compared, because they are equal. This counts as a limit that is met. */
  UNCHANGED(Outcome.PASS),
  /** The value is beyond {@code pass}, but within {@code warn}. */
  WITHIN_WARN(Outcome.WARN),
  /** The value is beyond every limit. */
  EXCEEDED(Outcome.FAIL, "broken"),
  /** The candidate's server ended under load, while the baseline's did not. */
  SERVER_ENDED(Outcome.FAIL),
  /** The limit is exceeded, but a valid waiver permits it. */
  WAIVED(Outcome.WARN),
  /** The interval contains the limit: neither met nor exceeded is confirmed. */
  UNDECIDED(Outcome.WARN),
  /** The interval contains a limit that must be decided. */
  NOT_DECIDED(Outcome.INVALID),
  /**
   * Other processes used the machine, so an absolute limit can't be judged, but all comparisons of
   * the case are decided.
   */
  BUSY_MACHINE(Outcome.WARN),
  /** A build was measured before it was warm. */
  STILL_WARMING_UP(Outcome.WARN),
  /**
   * The limit would be exceeded with this comparison alone, but not with the shared error budget:
   * too uncertain to fail the build, and too suspicious to pass it.
   */
  LIKELY_EXCEEDED(Outcome.INVALID, "likely_broken"),
  /** There are too few pairs to decide any limit, whatever they show. */
  TOO_FEW_PAIRS(Outcome.INVALID),
  /** The comparison does not cover something that the commit changed. */
  NOT_COMPARED(Outcome.WARN),
  /** The commit loosened a limit, lost a case, or changed a setting of the load. */
  LOOSENED(Outcome.WARN),
  /** There is no history to compare with, or too little. */
  NOT_TESTED(Outcome.WARN),
  /** Too many requests failed, so the times of the others can't be judged. */
  REQUESTS_FAILED(Outcome.INVALID),
  /** The required values were not measured, or not validly. */
  NOT_MEASURED(Outcome.INVALID),
  /** The servers of the case don't have the metric; only a JVM has a live set, for example. */
  NOT_AVAILABLE(Outcome.NOT_IN_PROFILE),
  /** Another profile measures this case. */
  OTHER_PROFILE(Outcome.NOT_IN_PROFILE),
  /** The profile contains this case, but {@code --only} left it out. */
  LEFT_OUT(Outcome.NOT_IN_PROFILE);

  private final Outcome outcome;
  private final String id;

  Finding(Outcome outcome) {
    this.outcome = outcome;
    id = name().toLowerCase(Locale.ROOT);
  }

  Finding(Outcome outcome, String id) {
    this.outcome = outcome;
    this.id = id;
  }

  public Outcome outcome() {
    return outcome;
  }

  /** Returns true if the run was not to measure the case. */
  public boolean elsewhere() {
    return this == OTHER_PROFILE || this == LEFT_OUT;
  }

  /** Returns true if further measuring may decide the line. */
  public boolean open() {
    return this == UNDECIDED
        || this == NOT_DECIDED
        || this == LIKELY_EXCEEDED
        || this == TOO_FEW_PAIRS;
  }

  /** Returns true for the result of a limit; false for a remark on the comparison as a whole. */
  public boolean ofLimit() {
    return this != LOOSENED && this != NOT_COMPARED;
  }

  /** Returns the word in {@code verdict.json}, such as {@code within_pass}. */
  @JsonValue
  public String id() {
    return id;
  }
}
