package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A second of a case, as the raw material keeps it.
 *
 * @param index 0 for the first one after the warm-up
 * @param start its start
 * @param seconds its length in seconds; the last one of a case may be shorter
 * @param requests requests that came back in it without error
 * @param messages messages in them
 * @param bytes payload in them
 * @param errors requests that failed in it
 * @param users users or connections that were there
 * @param cpu share of its machine that a process used, 0 to 1, by name ({@code generator}, {@code
 *     tomcat} …); empty where nobody looked
 * @param responseTime the response times of the requests counted above
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
