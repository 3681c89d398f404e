package io.perfline.core.run;

import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A second of a case, as the raw material contains it.
 *
 * @param index the index of the second; 0 is the first one after the warm-up
 * @param seconds its length in seconds; the last one of a case may be shorter
 * @param counts the requests that were answered, or failed, in it
 * @param users the number of users or connections
 * @param cpu the share of its machine's CPU that a process used, from 0 to 1, by name ({@code
 *     generator}, {@code tomcat} …); empty if unknown
 */
public record Second(
    int index, Instant start, double seconds, Counts counts, int users, Map<String, Double> cpu)
    implements Counted {

  public Second {
    cpu = Map.copyOf(cpu);
  }

  /** Returns the shortest response time in microseconds; empty if no request was answered. */
  public OptionalDouble minUs() {
    return responseTime().count() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(responseTime().summary().minUs());
  }
}
