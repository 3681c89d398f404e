package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Tests series of seconds with known response times. */
class MeasuredTrendTest {

  private static Boolean steady(int seconds, IntToDoubleFunction millis) {
    MeasuredTrend trend = new MeasuredTrend();
    for (int second = 0; second < seconds; second++) {
      CountedInterval interval = new CountedInterval(false);
      long nanos = Math.round(millis.applyAsDouble(second) * 1e6);
      interval.success(nanos, nanos, 1, 1);
      trend.add(interval);
    }
    return trend.isSteady();
  }

  @Test
  void fallingResponseTimesAreNotSteady() {
    assertThat(steady(20, second -> 10 - 0.3 * second)).isFalse();
    assertThat(steady(10, second -> 20.0 / (1 + second))).isFalse();
  }

  @Test
  void scatterSmallDriftsAndRisingTimesCountAsSteady() {
    Random random = new Random(5);

    assertThat(steady(60, second -> 10 + random.nextGaussian())).isTrue();
    assertThat(steady(60, second -> 10 - 0.01 * second)).isTrue();
    assertThat(steady(20, second -> 10 + second)).isTrue();
    assertThat(steady(30, second -> second == 0 ? 40 : 10 + random.nextGaussian())).isTrue();
  }

  @Test
  void tooFewSecondsOrResponsesShowNoTrend() {
    MeasuredTrend trend = new MeasuredTrend();
    for (int second = 0; second < 20; second++) {
      trend.add(new CountedInterval(false));
    }

    assertThat(trend.isSteady()).isNull();
    assertThat(steady(MeasuredTrend.MIN_INTERVALS - 1, second -> 10 - second)).isNull();
  }
}
