package io.perfline.gate.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import io.perfline.core.command.Fault;

/** The outcome of a threshold or of the whole gate. */
public enum Outcome {
  PASS(0),
  /** Permitted, but worth attention: in the warn band, waived, undecided, or not yet tested. */
  WARN(0),
  FAIL(Fault.BROKEN),
  /** No verdict: something was not, or not validly, measured. */
  INVALID(Fault.NO_VERDICT),
  /** Used only for lines: another profile measures the case, so the run is not affected. */
  NOT_IN_PROFILE(0);

  private final int exitCode;

  Outcome(int exitCode) {
    this.exitCode = exitCode;
  }

  /** Returns the exit code of {@code ./perf gate} for this overall outcome. */
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
  public String word() {
    return this == NOT_IN_PROFILE ? "NOT IN PROFILE" : name();
  }
}
