package io.perfline.sims.driver.http;

import io.perfline.core.project.SessionPlan;
import java.util.List;

/**
 * Chooses the scenario of each session of a mix by the session's number. The choices follow a Weyl
 * sequence, the multiples of the golden ratio modulo 1, so every part of the sequence, however
 * short, contains each scenario nearly as often as its weight demands, on every shard. Both builds
 * of a comparison get the same sequence.
 */
final class SessionMix {

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1p-53;

  /** The cumulative weights of the scenarios, as shares of the total weight. */
  private final double[] upTo;

  private final long start;

  /**
   * @param seed the seed of the first choice
   */
  SessionMix(List<SessionPlan> plans, long seed) {
    double all = plans.stream().mapToInt(SessionPlan::weight).sum();
    upTo = new double[plans.size()];
    double sum = 0;
    for (int i = 0; i < upTo.length; i++) {
      sum += plans.get(i).weight();
      upTo[i] = sum / all;
    }
    start = seed * GOLDEN_RATIO;
  }

  /** Returns the index of the scenario of a session with a number. */
  int of(long session) {
    double point = ((start + session * GOLDEN_RATIO) >>> 11) * UNIT;
    int index = 0;
    while (index < upTo.length - 1 && point >= upTo[index]) {
      index++;
    }
    return index;
  }
}
