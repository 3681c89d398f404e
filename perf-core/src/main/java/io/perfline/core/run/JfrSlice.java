package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;

/**
 * A slice of load during which the server was recorded. Slices of candidate and baseline alternate,
 * and two consecutive ones are a pair.
 *
 * @param candidate true if the candidate was loaded, false if the baseline was
 * @param start the start of its load
 * @param end the time of the last response
 * @param messages the number of messages without error
 * @param meanTimeUs the mean service time per message in microseconds; the messages of one request
 *     share its time
 * @param cpuUs the CPU time of the server's threads in microseconds; null if unknown
 * @param allocatedBytes the memory that they allocated; null if unknown
 * @param detailed whether allocations and waits were recorded as well, which costs more than CPU
 *     samples
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
    detailed = detailed == null || detailed; // always true in older recordings
  }
}
