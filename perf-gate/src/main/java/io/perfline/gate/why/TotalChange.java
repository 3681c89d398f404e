package io.perfline.gate.why;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * What a message uses altogether while it is recorded.
 *
 * @param resource of which the figures are, in its unit a message; of {@link Resource#WAIT} the
 *     mean service time of a request
 * @param low lower end of the interval of the candidate's minus the baseline's
 * @param high upper end
 * @param sampled the part of the change that samples show
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record TotalChange(
    Resource resource, double baseline, double candidate, double low, double high, double sampled) {

  public double change() {
    return candidate - baseline;
  }
}
