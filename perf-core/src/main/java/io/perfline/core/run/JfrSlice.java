package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;

/**
 * A slice of load during which the server was recorded. Slices of candidate and baseline alternate:
 * every second one and the next one are a pair.
 *
 * @param deployment the number of its deployment
 * @param candidate whether the candidate was loaded; else the baseline was
 * @param start the start of its load
 * @param end the time of the last response
 * @param messages messages that came back without error
 * @param meanTimeUs mean service time, in microseconds
 * @param cpuUs CPU time that the server's threads used, in microseconds; null when it isn't known
 * @param allocatedBytes memory that they allocated; null when it isn't known
 * @param detailed whether allocations and waits were recorded in it as well, which costs more than
 *     samples of CPU
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record JfrSlice(
    int deployment,
    boolean candidate,
    Instant start,
    Instant end,
    long messages,
    double meanTimeUs,
    Double cpuUs,
    Double allocatedBytes,
    Boolean detailed) {

  public JfrSlice {
    detailed = detailed == null || detailed; // in recordings of before, always
  }
}
