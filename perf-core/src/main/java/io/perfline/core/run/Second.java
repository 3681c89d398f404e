package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A second of a case, as the raw material contains it.
 *
 * @param index the index of the second; 0 is the first one after the warm-up
 * @param seconds its length in seconds; the last one of a case may be shorter
 * @param requests the number of requests without error that were answered in it
 * @param messages the number of messages in them
 * @param bytes their payload in bytes
 * @param errors the number of requests that failed in it
 * @param users the number of users or connections
 * @param cpu the share of its machine's CPU that a process used, from 0 to 1, by name ({@code
 *     generator}, {@code tomcat} …); empty if unknown
 * @param responseTime the response times of the requests without error
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Second(
    int index,
    Instant start,
    double seconds,
    long requests,
    long messages,
    long bytes,
    long errors,
    int users,
    Map<String, Double> cpu,
    TimeDistribution responseTime) {

  public Second {
    cpu = Map.copyOf(cpu);
  }

  /** Returns the shortest response time in microseconds; empty if no request was answered. */
  public OptionalDouble minUs() {
    return responseTime.count() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(responseTime.summary().minUs());
  }
}
