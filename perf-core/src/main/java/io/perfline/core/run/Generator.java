package io.perfline.core.run;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.yaml.RecordCopy;

/**
 * The load generator's own health during a case.
 *
 * @param cpu the share of the CPUs that the generator may use, or of the time of its busiest thread
 *     if it is a load tool; from 0 to 1; null if unknown
 * @param intendedRatePerS the requests per second that an open model was to send; null in a closed
 *     model
 * @param achievedRatePerS the requests per second that were sent
 * @param longestPauseMs the longest pause of the generator's process in milliseconds, whatever its
 *     reason: garbage collection, lack of CPU, a stopped machine; null if unknown
 * @param gcMs the duration of its garbage collections in milliseconds; null if unknown
 * @param foreignCpu the share of the machine's CPU that was used by processes other than the
 *     generator and the servers of this run, from 0 to 1; null if unknown
 * @param connections the maximum number of open connections; null if unknown
 * @param bottleneck {@link #SERVICE} if an open model could not send in time because all
 *     connections waited for responses, and there were as many as the load can ever need; null
 *     otherwise
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Generator(
    Double cpu,
    Double intendedRatePerS,
    double achievedRatePerS,
    Double longestPauseMs,
    Double gcMs,
    Double foreignCpu,
    @JsonInclude(NON_NULL) Integer connections,
    @JsonInclude(NON_NULL) String bottleneck) {

  /** The bottleneck of a load that exceeds the capacity of the service. */
  public static final String SERVICE = "service";

  /** Creates the health of a generator whose connections were not observed. */
  public Generator(
      Double cpu,
      Double intendedRatePerS,
      double achievedRatePerS,
      Double longestPauseMs,
      Double gcMs,
      Double foreignCpu) {
    this(cpu, intendedRatePerS, achievedRatePerS, longestPauseMs, gcMs, foreignCpu, null, null);
  }

  /**
   * Creates the health of a generator whose connections, garbage collections and machine were not
   * observed.
   */
  public Generator(
      double cpu, Double intendedRatePerS, double achievedRatePerS, double longestPauseMs) {
    this(cpu, intendedRatePerS, achievedRatePerS, longestPauseMs, null, null);
  }

  /** Returns this health with the share of the machine's CPU that other processes used. */
  public Generator withForeignCpu(Double share) {
    return RecordCopy.of(this, "foreignCpu", share);
  }

  /** Returns this health with its connections and its bottleneck. */
  public Generator withConnections(Integer number, String limitedBy) {
    return RecordCopy.of(this, "connections", number, "bottleneck", limitedBy);
  }

  /** Returns the reason if the service could not handle the rate; null otherwise. */
  public String overload() {
    return SERVICE.equals(bottleneck)
        ? "the service cannot take the rate: all %,d connections waited for responses"
            .formatted(connections)
        : null;
  }
}
