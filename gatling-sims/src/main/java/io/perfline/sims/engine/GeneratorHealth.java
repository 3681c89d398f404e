package io.perfline.sims.engine;

import io.perfline.core.run.Generator;
import java.util.List;

/**
 * The condition of the generator's process.
 *
 * @param cpu share of the machine that it used, 0 to 1 (1 = all cores)
 * @param longestPauseMillis its longest pause
 * @param stillMillis the sum of its pauses of a tenth of a second or longer
 * @param gcMillis time that garbage collection took
 */
public record GeneratorHealth(
    double cpu, double longestPauseMillis, double stillMillis, double gcMillis) {

  private static final double MOST_PAUSED = 0.2;

  /** A single pause of a busy machine is not starvation, however short the load. */
  private static final double LEAST_MILLIS = 1000;

  /**
   * Returns this health in the form of {@code run.json}.
   *
   * @param intendedRatePerS requests per second of an open model; null in a closed model
   * @param achievedRatePerS requests per second that were sent
   */
  public Generator atRate(Double intendedRatePerS, double achievedRatePerS) {
    return new Generator(
        cpu,
        intendedRatePerS,
        achievedRatePerS,
        longestPauseMillis,
        Double.isNaN(gcMillis) ? null : (Double) gcMillis,
        null);
  }

  /**
   * Returns a problem if the generator was paused so long that it measured itself, else an empty
   * list.
   *
   * @param stillMillis the sum of its pauses of a tenth of a second or longer
   * @param loadMillis how long the load took
   */
  public static List<String> starvation(double stillMillis, double loadMillis) {
    return stillMillis <= Math.max(LEAST_MILLIS, MOST_PAUSED * loadMillis)
        ? List.of()
        : List.of(
            "the load generator was paused for %.1f of %.1f s: it was short of CPU or memory"
                .formatted(stillMillis / 1e3, loadMillis / 1e3));
  }
}
