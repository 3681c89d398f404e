package io.perfline.gate.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import io.perfline.core.command.Fault;

/** The outcome of a threshold or of the whole verdict. */
public enum Outcome {
  PASS(0),
  /**
   * The result is permitted, but deserves attention: within the warn limit, waived, undecided or
   * not tested.
   */
  WARN(0),
  FAIL(Fault.EXCEEDED),
  /** There is no verdict, because something was not measured, or not validly. */
  INVALID(Fault.NO_VERDICT),
  /**
   * Another profile measures the case, so the run is not affected. Only lines have this outcome.
   */
  NOT_IN_PROFILE(0);

  private final int exitCode;

  Outcome(int exitCode) {
    this.exitCode = exitCode;
  }

  /**
   * Returns the exit code of {@code ./perfline gate} if this is the outcome of the whole verdict.
   */
  public int exitCode() {
    return exitCode;
  }

  /** Returns the code for dashboards: 0 pass, 1 warning, 2 exceeded, 3 no verdict. */
  public int severity() {
    return switch (this) {
      case PASS, NOT_IN_PROFILE -> 0;
      case WARN -> 1;
      case FAIL -> 2;
      case INVALID -> 3;
    };
  }

  /** Returns the word in {@code verdict.json}, InfluxDB and messages, such as {@code PASS}. */
  @JsonValue
  public String id() {
    return this == NOT_IN_PROFILE ? "NOT IN PROFILE" : name();
  }
}
