package io.perfline.gate.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LevelChangeTest {

  private static final int SERIES = 2000;

  @Test
  void theIntervalMissesTheTruthAtTheStatedRate() {
    Random random = new Random(7);
    int missed = 0;
    for (int i = 0; i < SERIES; i++) {
      Estimate change = LevelChange.of(level(random, 40, 0), level(random, 12, 0.1), 0.05);
      missed += change.low() > 0.1 || change.high() < 0.1 ? 1 : 0;
    }
    assertThat(missed / (double) SERIES).isCloseTo(0.05, within(0.015));
  }

  @Test
  void outliersDoNotMoveTheEstimate() {
    Random random = new Random(7);
    double[] before = level(random, 40, 0);
    double[] after = level(random, 12, 0.1);
    before[3] = 5;
    after[5] = -5;
    assertThat(LevelChange.of(before, after, 0.01).value()).isCloseTo(0.1, within(0.02));
  }

  @Test
  void tooFewRunsGiveNoBounds() {
    Random random = new Random(7);
    Estimate change = LevelChange.of(level(random, 5, 0), level(random, 2, 1), 1e-4);
    assertThat(change.low()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(change.high()).isEqualTo(Double.POSITIVE_INFINITY);
  }

  private static double[] level(Random random, int runs, double level) {
    return random.doubles(runs).map(any -> level + 0.03 * random.nextGaussian()).toArray();
  }
}
