package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The load generator's own health during a case.
 *
 * @param cpu share of the generator's machine that its process used, 0 to 1 (1 = all cores)
 * @param intendedRatePerS requests per second that an open model was asked for; null in a closed
 *     model
 * @param achievedRatePerS requests per second that were sent
 * @param longestPauseMs longest time for which the generator's process stood still, whatever the
 *     reason: garbage collection, no CPU, a stopped machine
 * @param gcMs time that its garbage collections took; null when nobody looked
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Generator(
    double cpu,
    Double intendedRatePerS,
    double achievedRatePerS,
    double longestPauseMs,
    Double gcMs) {

  /** A generator whose garbage collections nobody looked at. */
  public Generator(
      double cpu, Double intendedRatePerS, double achievedRatePerS, double longestPauseMs) {
    this(cpu, intendedRatePerS, achievedRatePerS, longestPauseMs, null);
  }
}
