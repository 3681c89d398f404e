package io.perfline.cli.bisect;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A commit that a search has judged.
 *
 * @param commit the id of the commit
 * @param outcome the result of the step
 * @param change the change with its confidence interval, or the reason why there is none
 * @param content identifies what the commit runs, so that commits with equal content are equal;
 *     null if it isn't built
 */
public record JudgedCommit(
    String commit, StepOutcome outcome, @JsonProperty("told") String change, String content) {

  /** Returns whether it is known on which side of the first slow commit this one is. */
  boolean isKnown() {
    return outcome == StepOutcome.SLOWER || outcome == StepOutcome.NOT_SLOWER;
  }
}
