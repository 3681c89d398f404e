package io.perfline.gate.why;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The total amount per message during the recording.
 *
 * @param resource the resource of the amounts, which are in its unit per message; for {@link
 *     Resource#WAIT} they are the mean service time
 * @param low the lower end of the interval of the change
 * @param high the upper end of that interval
 * @param sampled the part of the change that samples show
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record TotalChange(
    Resource resource, double baseline, double candidate, double low, double high, double sampled) {

  public double change() {
    return candidate - baseline;
  }
}
