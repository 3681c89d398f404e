package io.perfline.proof;

import io.perfline.gate.statistics.ChangePoints;
import io.perfline.gate.statistics.HistoryChange;
import io.perfline.gate.statistics.LineError;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Simulates runs that are compared with the latest ones of their branch, with a limit of +5 %. */
final class RunHistoryProof {

  private static final double LIMIT = Math.log(1.05);

  /** The standard deviation of a run's log value. */
  private static final double DEVIATION = 0.03;

  /** The maximum and minimum number of earlier runs. */
  private static final int LAST = 20;

  private static final int MIN = 8;

  private RunHistoryProof() {}

  /** Returns the percentage of builds that failed. */
  static double failed(Noise noise, int limits, double change, int builds, long seed) {
    SplittableRandom random = new SplittableRandom(seed ^ (noise.ordinal() * 31L + limits));
    LineError error = new LineError(Proof.ERROR / limits);
    int failed = 0;
    for (int i = 0; i < builds; i++) {
      SplittableRandom own = random.split();
      boolean beyond = false;
      for (int line = 0; line < limits; line++) {
        beyond |= beyond(noise, Math.log1p(change), error, own);
      }
      failed += beyond ? 1 : 0;
    }
    return 100.0 * failed / builds;
  }

  private static boolean beyond(
      Noise noise, double change, LineError error, RandomGenerator random) {
    double[] series = noise.series(2 * LAST, DEVIATION, random);
    double candidate = series[series.length - 1] + change;
    double[] earlier = Arrays.copyOfRange(series, LAST - 1, series.length - 1);
    double[] level = Arrays.copyOfRange(earlier, ChangePoints.last(earlier), earlier.length);
    return level.length >= MIN
        && error.change(each -> HistoryChange.of(level, candidate, each)).beyond().low() > LIMIT;
  }
}
