package io.perfline.sims.engine;

import io.perfline.core.run.Generator;

/**
 * How the generator's process fared.
 *
 * @param cpu share of the machine that it used, 0 to 1 (1 = all cores)
 * @param longestPauseMillis longest time for which it stood still
 * @param stillMillis all the time for which it stood still a tenth of a second or longer
 * @param gcMillis time that garbage collection took
 */
public record GeneratorHealth(
    double cpu, double longestPauseMillis, double stillMillis, double gcMillis) {

  /**
   * The same as {@code run.json} has it.
   *
   * @param intendedRatePerS requests per second that an open model was asked for; null in a closed
   *     model
   * @param achievedRatePerS requests per second that were sent
   */
  public Generator atRate(Double intendedRatePerS, double achievedRatePerS) {
    return new Generator(
        cpu,
        intendedRatePerS,
        achievedRatePerS,
        longestPauseMillis,
        Double.isNaN(gcMillis) ? null : (Double) gcMillis);
  }
}
