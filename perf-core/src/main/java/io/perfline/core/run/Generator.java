package io.perfline.core.run;

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
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Generator(
    Double cpu,
    Double intendedRatePerS,
    double achievedRatePerS,
    Double longestPauseMs,
    Double gcMs,
    Double foreignCpu) {

  /** Creates one whose garbage collections and machine were not observed. */
  public Generator(
      double cpu, Double intendedRatePerS, double achievedRatePerS, double longestPauseMs) {
    this(cpu, intendedRatePerS, achievedRatePerS, longestPauseMs, null, null);
  }

  /** Creates the same with the share of the machine that other processes used. */
  public Generator withForeignCpu(Double share) {
    return new Generator(cpu, intendedRatePerS, achievedRatePerS, longestPauseMs, gcMs, share);
  }
}
