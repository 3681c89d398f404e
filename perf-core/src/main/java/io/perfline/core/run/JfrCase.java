package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * The recordings of one compared case.
 *
 * @param files the recordings, relative to the folder of {@link FlightRecordings}
 * @param slices the slices of candidate and baseline, in pairs, in the order in which they were
 *     driven
 * @param problem the reason why the recordings can't be used; null if they can
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record JfrCase(String name, List<String> files, List<JfrSlice> slices, String problem) {

  public JfrCase {
    files = List.copyOf(files);
    slices = List.copyOf(slices);
  }

  /** Creates a case without recordings. */
  public static JfrCase none(String name, String problem) {
    return new JfrCase(name, List.of(), List.of(), problem);
  }
}
