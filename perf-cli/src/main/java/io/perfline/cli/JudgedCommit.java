package io.perfline.cli;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * @param commit its id
 * @param outcome result of the step
 * @param change the change with its interval, or why there is none
 * @param content identifies what it runs: commits with the same content are equal; null if it isn't
 *     built
 */
public record JudgedCommit(
    String commit, StepOutcome outcome, @JsonProperty("told") String change, String content) {

  /** Returns whether it is known on which side of the search the commit lies. */
  boolean isKnown() {
    return outcome == StepOutcome.SLOWER || outcome == StepOutcome.NOT_SLOWER;
  }
}
