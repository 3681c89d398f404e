package io.perfline.gate.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RanksTest {

  @ParameterizedTest
  @CsvSource({"50, 1, 1", "50, 3, 7", "50, 25, 50", "50, 10, 20", "200, 16, 33", "8, 4, 8"})
  void everyPartHasTheRanksOfItsOwnOrder(int length, int shift, int width) {
    Random random = new Random(length + width);
    double[] series = new double[length];
    Arrays.setAll(series, i -> random.nextInt(length / 2) - length / 5.0);
    Ranks ranks = new Ranks(series);

    double[][] every = ranks.every(shift, width);

    assertThat(every).hasNumberOfRows((length - width) / shift + 1);
    for (int part = 0; part < every.length; part++) {
      int from = part * shift;
      double[] counted = counted(Arrays.copyOfRange(series, from, from + width));
      assertThat(every[part]).isEqualTo(counted);
      assertThat(ranks.within(from, from + width)).isEqualTo(counted);
    }
  }

  @Test
  void zeroAndNegativeZeroAreEqual() {
    assertThat(new Ranks(new double[] {0.0, -0.0, 1}).within(0, 3)).containsExactly(-0.5, -0.5, 1);
  }

  @Test
  void nothingHasNoRanks() {
    assertThat(new Ranks(new double[0]).within(0, 0)).isEmpty();
  }

  /**
   * Computes ranks by definition: half of the number of smaller values minus half of the number of
   * larger ones.
   */
  private static double[] counted(double[] values) {
    return Arrays.stream(values)
        .map(x -> Arrays.stream(values).map(y -> Double.compare(x, y)).map(Math::signum).sum() / 2)
        .toArray();
  }
}
