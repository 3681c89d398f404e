package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.project.Rate;
import io.perfline.sims.engine.Load.Arrivals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RampTest {

  private static final Duration TEN = Duration.ofSeconds(10);

  @ParameterizedTest
  @CsvSource({"10, 200, 0", "200, 10, 0", "10, 10.0001, 0", "10, 200, 5", "200, 10, 2"})
  void timeOfCountIsTheInverseOfCountAtTime(double from, double to, int steps) {
    Rate ramp = new Rate(from, to, TEN, steps);

    for (double seconds = 0; seconds < 15; seconds += 0.37) {
      assertThat(ramp.seconds(ramp.count(seconds))).isCloseTo(seconds, within(1e-9));
    }
    assertThat(ramp.count(10)).isCloseTo(5 * (from + to), within(1e-9));
    assertThat(ramp.count(12) - ramp.count(11)).isCloseTo(to, within(1e-9));
  }

  @Test
  void stepsAreConstantRates() {
    Rate ramp = new Rate(10, 50, TEN, 5);

    for (int step = 0; step < 5; step++) {
      assertThat(ramp.count(2 * step + 1.5) - ramp.count(2 * step + 0.5))
          .isCloseTo(10 * (step + 1), within(1e-9));
    }
  }

  @Test
  void aRampStartsAfterTheWarmUp() {
    List<Long> arrivals = arrivals(Arrivals.CONSTANT, 2_000);

    assertThat(between(arrivals, 0, 5)).isBetween(49L, 51L);
    assertThat(between(arrivals, 5, 15)).isBetween(1_049L, 1_051L);
    assertThat(between(arrivals, 14, 15)).isBetween(188L, 192L);
    assertThat(between(arrivals, 15, 16)).isBetween(199L, 201L);
    assertThat(load(Arrivals.CONSTANT).intendedRate()).isCloseTo(105, within(1e-9));
  }

  @Test
  void randomArrivalsHaveTheSameRate() {
    List<Long> arrivals = arrivals(Arrivals.POISSON, 2_000);

    assertThat(between(arrivals, 0, 5)).isBetween(20L, 85L);
    assertThat(between(arrivals, 5, 15)).isBetween(900L, 1_200L);
    assertThat(between(arrivals, 5, 6)).isLessThan(between(arrivals, 14, 15) / 3);
  }

  private static long between(List<Long> arrivals, int from, int until) {
    return arrivals.stream().filter(at -> at >= from * 1e9 && at < until * 1e9).count();
  }

  private static List<Long> arrivals(Arrivals arrivals, int count) {
    Load.Schedule schedule = load(arrivals).ownSchedule();
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(schedule.next());
    }
    return all;
  }

  /** Returns five seconds at 10/s, then ten seconds from 10/s to 200/s. */
  private static Load load(Arrivals arrivals) {
    return WholeLoad.of(arrivals, 4, 1, 200, Duration.ofSeconds(5), TEN, TEN, 3)
        .withRate(new Rate(10, 200, TEN, 0));
  }
}
