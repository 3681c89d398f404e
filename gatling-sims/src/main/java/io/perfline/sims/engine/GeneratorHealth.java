package io.perfline.sims.engine;

import io.perfline.core.run.Generator;
import java.util.List;

/**
 * The state of the load generator's process during a load.
 *
 * @param cpu its share of the CPUs that it may use, from 0 to 1
 * @param stillMillis the sum of its pauses of 100 ms or longer
 * @param gcMillis the time spent in garbage collection
 */
public record GeneratorHealth(
    double cpu, double longestPauseMillis, double stillMillis, double gcMillis) {

  private static final double MAX_PAUSED_SHARE = 0.2;

  /**
   * The shortest sum of pauses that counts as starvation: a single pause of a busy machine does
   * not, however short the load.
   */
  private static final double MIN_PAUSE_MILLIS = 1000;

  /**
   * Returns this state in the form of {@code run.json}.
   *
   * @param intendedRatePerS requests per second of an open model; null in a closed model
   * @param achievedRatePerS sent requests per second
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
   * Returns a problem if the generator paused for so long that it measured itself, otherwise an
   * empty list.
   *
   * @param stillMillis the sum of its pauses of 100 ms or longer
   * @param loadMillis the duration of the load
   */
  public static List<String> starvation(double stillMillis, double loadMillis) {
    return stillMillis <= Math.max(MIN_PAUSE_MILLIS, MAX_PAUSED_SHARE * loadMillis)
        ? List.of()
        : List.of(
            "the load generator was paused for %.1f of %.1f s: it was short of CPU or memory"
                .formatted(stillMillis / 1e3, loadMillis / 1e3));
  }
}
