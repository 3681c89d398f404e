package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.Map;

/**
 * The tool that measured a case which perfline only judges.
 *
 * @param tool as in {@code k6}
 * @param percentilesOnly whether the times were remade from the tool's percentiles: exact there,
 *     unknown between them, and without a mean
 * @param said the tool's report on its own health, by name
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Origin(String tool, boolean percentilesOnly, Map<String, String> said)
    implements CaseDetail {
  public Origin {
    said = Map.copyOf(said);
  }
}
