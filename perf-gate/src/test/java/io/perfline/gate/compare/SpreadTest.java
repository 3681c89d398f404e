package io.perfline.gate.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.sample.SampleRuns;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SpreadTest {

  private static final int TRIALS = 400;

  @Test
  void aCaseTooShortToBeCutHasNone() {
    assertThat(Spread.throughput(100, seconds(4, new Random(1), 1000))).isEmpty();
    assertThat(Spread.throughput(100, List.of())).isEmpty();
  }

  @Test
  void aStretchInWhichNothingCameBackLeavesNothingToSay() {
    List<Second> seconds =
        IntStream.range(0, 10).mapToObj(i -> second(i, i == 4 ? 0 : 10)).toList();

    assertThat(Spread.throughput(9, seconds)).isEmpty();
    assertThat(Spread.percentile(95, times(1000), seconds)).isEmpty();
  }

  @Test
  void equalSecondsLeaveNoDoubt() {
    List<Second> seconds = IntStream.range(0, 10).mapToObj(i -> second(i, 10)).toList();

    Spread spread = Spread.throughput(10, seconds).orElseThrow();

    assertThat(spread.error()).isZero();
    assertThat(spread.since(spread)).isEqualTo(new CaseChange(0, 0, 0));
  }

  /** Seeds are fixed: this can't fail by chance. */
  @Test
  void theIntervalOfTheChangeHoldsTheTruthAsOftenAsItSays() {
    Random random = new Random(20260102);
    int held = 0;
    int noticed = 0;
    for (int i = 0; i < TRIALS; i++) {
      CaseChange same = spread(random, 1000).since(spread(random, 1000));
      held += same.low() <= 0 && same.high() >= 0 ? 1 : 0;
      CaseChange slower = spread(random, 800).since(spread(random, 1000));
      noticed += slower.high() < 0 ? 1 : 0;
      assertThat(slower.value()).isCloseTo(-0.2, within(0.2));
    }

    assertThat(held / (double) TRIALS).isBetween(0.92, 0.99);
    assertThat(noticed / (double) TRIALS).isGreaterThan(0.9);
  }

  @Test
  void aPercentileComesFromTheMergedHistogramsOfEachStretch() {
    List<Second> seconds =
        IntStream.range(0, 100)
            .mapToObj(
                i ->
                    new Second(
                        i,
                        SampleRuns.START.plusSeconds(i),
                        1,
                        20,
                        20,
                        0,
                        0,
                        1,
                        Map.of(),
                        times(i % 2 == 0 ? 1000 : 3000)))
            .toList();

    Spread spread = Spread.percentile(95, times(3000), seconds).orElseThrow();

    assertThat(spread.value()).isCloseTo(3, within(0.01));
    assertThat(spread.error()).as("each stretch has seconds of both kinds").isZero();
  }

  private static Spread spread(Random random, int rate) {
    List<Second> seconds = seconds(30, random, rate);
    double whole = seconds.stream().mapToLong(Second::messages).average().orElseThrow();
    return Spread.throughput(whole, seconds).orElseThrow();
  }

  private static List<Second> seconds(int count, Random random, int rate) {
    return IntStream.range(0, count)
        .mapToObj(i -> second(i, Math.round(rate * (1 + 0.2 * random.nextGaussian()))))
        .toList();
  }

  private static Second second(int index, long messages) {
    return new Second(
        index,
        SampleRuns.START.plusSeconds(index),
        1,
        messages,
        messages,
        0,
        0,
        1,
        Map.of(),
        messages == 0 ? SampleRuns.times() : times(1000));
  }

  private static TimeDistribution times(long microseconds) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(microseconds, 20);
    return TimeDistribution.of(histogram);
  }
}
