package io.perfline.gate.verdict;

import com.fasterxml.jackson.annotation.JsonValue;
import io.perfline.core.command.Fault;

/** How a threshold, or the whole gate, came out. */
public enum Outcome {
  /** Held. */
  PASS(0),
  /** Let through, but to be looked at: in the warn band, waived, undecided, or not yet tested. */
  WARN(0),
  /** Broken. */
  FAIL(Fault.BROKEN),
  /** No verdict: something was not, or not validly, measured. */
  INVALID(Fault.NO_VERDICT),
  /** Of a line only: another profile measures this case. Says nothing on the run. */
  NOT_IN_PROFILE(0);

  private final int exitCode;

  Outcome(int exitCode) {
    this.exitCode = exitCode;
  }

  /** What {@code ./perf gate} ends with when this is its overall outcome. */
  public int exitCode() {
    return exitCode;
  }

  /** As written in {@code verdict.json}, InfluxDB and to people: {@code PASS}, {@code WARN}, … */
  @JsonValue
  public String word() {
    return this == NOT_IN_PROFILE ? "NOT IN PROFILE" : name();
  }
}
