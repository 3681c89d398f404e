package io.perfline.gate.why;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The total amount per message during the recording.
 *
 * @param resource resource of the amounts, in its unit per message; for {@link Resource#WAIT} the
 *     mean service time
 * @param low lower end of the interval of candidate minus baseline
 * @param high upper end
 * @param sampled part of the change that samples show
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record TotalChange(
    Resource resource, double baseline, double candidate, double low, double high, double sampled) {

  public double change() {
    return candidate - baseline;
  }
}
