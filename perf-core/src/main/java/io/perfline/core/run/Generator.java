package io.perfline.core.run;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The load generator's own health during a case.
 *
 * @param cpu share of the generator's machine that its process used, 0 to 1 (1 = all cores); null
 *     when nobody looked
 * @param intendedRatePerS requests per second that an open model was asked for; null in a closed
 *     model
 * @param achievedRatePerS requests per second that were sent
 * @param longestPauseMs longest pause of the generator's process, whatever the reason: garbage
 *     collection, no CPU, a stopped machine; null when nobody looked
 * @param gcMs time that its garbage collections took; null when nobody looked
 * @param foreignCpu share of the generator's machine that was used by what is neither the generator
 *     nor a server of this run, 0 to 1; null when it isn't known
 * @param connections the most connections that were open; null where it isn't known
 * @param bottleneck {@link #SERVICE} if an open model could not send in time because all
 *     connections waited for responses, as many as the load can ever need; null otherwise
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

  /** The bottleneck of a load that the service cannot take. */
  public static final String SERVICE = "service";

  /** Creates one whose connections were not observed. */
  public Generator(
      Double cpu,
      Double intendedRatePerS,
      double achievedRatePerS,
      Double longestPauseMs,
      Double gcMs,
      Double foreignCpu) {
    this(cpu, intendedRatePerS, achievedRatePerS, longestPauseMs, gcMs, foreignCpu, null, null);
  }

  /** Creates one whose garbage collections and machine were not observed. */
  public Generator(
      double cpu, Double intendedRatePerS, double achievedRatePerS, double longestPauseMs) {
    this(cpu, intendedRatePerS, achievedRatePerS, longestPauseMs, null, null);
  }

  /** Creates the same with the share of the machine that other processes used. */
  public Generator withForeignCpu(Double share) {
    return new Generator(
        cpu,
        intendedRatePerS,
        achievedRatePerS,
        longestPauseMs,
        gcMs,
        share,
        connections,
        bottleneck);
  }

  /** Creates the same with its connections and what kept it from sending in time. */
  public Generator withConnections(Integer number, String limitedBy) {
    return new Generator(
        cpu,
        intendedRatePerS,
        achievedRatePerS,
        longestPauseMs,
        gcMs,
        foreignCpu,
        number,
        limitedBy);
  }

  /** Returns the reason if the service could not take the rate; null otherwise. */
  public String overload() {
    return SERVICE.equals(bottleneck)
        ? "the service cannot take the rate: all %,d connections waited for responses"
            .formatted(connections)
        : null;
  }
}
