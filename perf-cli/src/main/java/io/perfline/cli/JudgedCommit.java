package io.perfline.cli;

/**
 * @param commit its id
 * @param outcome what became of it
 * @param told the change with its interval, or why there is none
 * @param content of what it runs: commits with the same content are the same; null when it isn't
 *     built
 */
public record JudgedCommit(String commit, StepOutcome outcome, String told, String content) {

  /** Whether it says on which side of the search it lies. */
  boolean isKnown() {
    return outcome == StepOutcome.SLOWER || outcome == StepOutcome.NOT_SLOWER;
  }
}
