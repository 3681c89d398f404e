package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * What was recorded for one compared case.
 *
 * @param name the case
 * @param files recordings, beside {@link FlightRecordings}
 * @param slices of candidate and baseline, in pairs, in their order
 * @param problem why nothing can be said; null when something can
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record JfrCase(String name, List<String> files, List<JfrSlice> slices, String problem) {

  public JfrCase {
    files = List.copyOf(files);
    slices = List.copyOf(slices);
  }

  /** Of which nothing was recorded. */
  public static JfrCase none(String name, String problem) {
    return new JfrCase(name, List.of(), List.of(), problem);
  }
}
