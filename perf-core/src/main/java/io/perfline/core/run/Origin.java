package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.Map;

/**
 * The tool that measured a case which perfline only judges.
 *
 * @param tool the tool's name, such as {@code k6}
 * @param percentilesOnly whether the times were reconstructed from the tool's percentiles, so that
 *     only these are exact and there is no mean
 * @param health the tool's report on its own health, by name
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Origin(
    String tool, boolean percentilesOnly, @JsonProperty("said") Map<String, String> health)
    implements CaseDetail {
  public Origin {
    health = Map.copyOf(health);
  }
}
