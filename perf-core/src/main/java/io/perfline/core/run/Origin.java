package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.command.Secrets;
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

  private static final String FAILURES = "failures";
  private static final String UNKNOWN = "not recorded";

  /** The health of a tool whose results don't contain failed requests. */
  public static final Map<String, String> WITHOUT_FAILURES = Map.of(FAILURES, UNKNOWN);

  public Origin {
    health = Map.copyOf(Secrets.masked(health));
  }

  /** Returns true if the results contain failed requests, so that there can be none. */
  public boolean failuresKnown() {
    return !UNKNOWN.equals(health.get(FAILURES));
  }
}
