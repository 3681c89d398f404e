package io.perfline.sims.engine;

import java.util.List;

/** When a generator had so little of the machine that it measured itself. */
public final class Starvation {

  private static final double MOST_STILL = 0.2;

  /** One stall of a busy machine is no starvation, however short the load. */
  private static final double LEAST_MILLIS = 1000;

  private Starvation() {}

  /**
   * What is wrong with a load during which its generator stood still too much: empty for nothing.
   *
   * @param stillMillis for how long it stood still a tenth of a second or longer
   * @param loadMillis how long the load took
   */
  public static List<String> problems(double stillMillis, double loadMillis) {
    return stillMillis <= Math.max(LEAST_MILLIS, MOST_STILL * loadMillis)
        ? List.of()
        : List.of(
            ("the load generator was paused for %.1f of %.1f s: it was short of CPU or" + " memory")
                .formatted(stillMillis / 1e3, loadMillis / 1e3));
  }
}
