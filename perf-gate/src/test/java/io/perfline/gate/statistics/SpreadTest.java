package io.perfline.gate.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.run.Counts;
import io.perfline.core.run.Second;
import io.perfline.core.run.TimeDistribution;
import io.perfline.core.run.WholeSeconds;
import io.perfline.core.sample.SampleRuns;
import io.perfline.gate.statistics.Spread.CaseChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SpreadTest {

  private static final int TRIALS = 400;

  @Test
  void aCaseTooShortToBeSplitHasNoInterval() {
    assertThat(Spread.throughput(100, seconds(4, new Random(1), 1000))).isEmpty();
    assertThat(Spread.throughput(100, List.of())).isEmpty();
  }

  @Test
  void aStretchWithoutResponsesGivesNoInterval() {
    List<Second> seconds =
        IntStream.range(0, 10).mapToObj(i -> second(i, i == 4 ? 0 : 10)).toList();

    assertThat(Spread.throughput(9, seconds)).isEmpty();
    assertThat(Spread.percentile(95, times(1000), seconds)).isEmpty();
  }

  @Test
  void equalSecondsGiveAnIntervalOfZeroWidth() {
    List<Second> seconds = IntStream.range(0, 10).mapToObj(i -> second(i, 10)).toList();

    Spread spread = Spread.throughput(10, seconds).orElseThrow();

    assertThat(spread.error()).isZero();
    assertThat(spread.since(spread)).isEqualTo(new CaseChange(0, 0, 0));
  }

  /** Compares a run with itself, of 8 s plus 0.1 s for the last responses, to the digit. */
  @Test
  void aPartialSecondAtTheEndHardlyWidensTheInterval() {
    List<Second> whole = new ArrayList<>(seconds(8, new Random(3), 1000, 0.01));
    Spread without = Spread.throughput(1000, whole).orElseThrow();
    whole.add(second(8, 0.1, 20));
    Spread with = Spread.throughput(1000, whole).orElseThrow();
    Spread joined =
        Spread.throughput(1000, WholeSeconds.of(whole, SampleRuns.START.plusSeconds(8)))
            .orElseThrow();

    assertThat(change(without.since(without))).isEqualTo("-1.3 to +1.3");
    assertThat(change(with.since(with))).isEqualTo("-1.3 to +1.3");
    assertThat(change(joined.since(joined))).isEqualTo("-0.8 to +0.8");
    assertThat(with.sections()).isEqualTo(8);
  }

  @Test
  void aStretchIsWeightedByItsLength() {
    List<Second> seconds = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      seconds.add(second(i, i == 4 ? 0.001 : 1, i == 4 ? 2 : 1000));
    }

    assertThat(Spread.throughput(1000, seconds).orElseThrow().error())
        .as("2000/s in a thousandth of a second is not a change of the level")
        .isLessThan(0.005);
  }

  /** Seeds are fixed: this can't fail by chance. */
  @Test
  void theIntervalContainsTheTruthAtTheStatedRate() {
    Random random = new Random(20260102);
    int contained = 0;
    int noticed = 0;
    for (int i = 0; i < TRIALS; i++) {
      CaseChange same = spread(random, 1000).since(spread(random, 1000));
      contained += same.low() <= 0 && same.high() >= 0 ? 1 : 0;
      CaseChange slower = spread(random, 800).since(spread(random, 1000));
      noticed += slower.high() < 0 ? 1 : 0;
      assertThat(slower.value()).isCloseTo(-0.2, within(0.2));
    }

    assertThat(contained / (double) TRIALS).isBetween(0.92, 0.99);
    assertThat(noticed / (double) TRIALS).isGreaterThan(0.9);
  }

  @Test
  void aPercentileIsComputedFromMergedHistograms() {
    List<Second> seconds =
        IntStream.range(0, 100)
            .mapToObj(
                i ->
                    new Second(
                        i,
                        SampleRuns.START.plusSeconds(i),
                        1,
                        new Counts(20, 20, 0, 0, times(i % 2 == 0 ? 1000 : 3000), null),
                        1,
                        Map.of()))
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
    return seconds(count, random, rate, 0.2);
  }

  private static List<Second> seconds(int count, Random random, int rate, double scatter) {
    return IntStream.range(0, count)
        .mapToObj(i -> second(i, Math.round(rate * (1 + scatter * random.nextGaussian()))))
        .toList();
  }

  private static String change(CaseChange change) {
    return String.format(Locale.ROOT, "%+.1f to %+.1f", 100 * change.low(), 100 * change.high());
  }

  private static Second second(int index, long messages) {
    return second(index, 1, messages);
  }

  private static Second second(int index, double seconds, long messages) {
    return new Second(
        index,
        SampleRuns.START.plusSeconds(index),
        seconds,
        new Counts(
            messages, messages, 0, 0, messages == 0 ? SampleRuns.times() : times(1000), null),
        1,
        Map.of());
  }

  private static TimeDistribution times(long microseconds) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(microseconds, 20);
    return TimeDistribution.of(histogram);
  }
}
