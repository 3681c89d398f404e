package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * All requests of a comparison whose load changes the data of the service: those of warm-ups and
 * pairs, and those with which the slower build caught up without being measured. Builds that got
 * different numbers of them work on different data.
 *
 * @param candidate the requests that were sent to the candidate, in all deployments
 * @param baseline the requests that were sent to the baseline
 */
public record SentRequests(long candidate, long baseline) implements CaseDetail {

  /** The largest relative difference that does not matter. */
  private static final double SAME = 0.01;

  public SentRequests plus(SentRequests other) {
    return new SentRequests(candidate + other.candidate, baseline + other.baseline);
  }

  /** Returns whether the numbers differ by more than 1 %. */
  @JsonIgnore
  public boolean areDifferent() {
    return Math.abs(candidate - baseline) > SAME * Math.max(candidate, baseline);
  }
}
