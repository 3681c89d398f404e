package io.perfline.proof.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.proof.bench.BenchRow.MedianInterval;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BenchRowTest {

  @Test
  void takesTheMedianOfThePairedRounds() {
    BenchRow row = BenchRow.of("x", samples(100, 300, 90), samples(100, 100, 100), "peer", 0.98);

    assertThat(row.ours()).isEqualTo(100);
    assertThat(row.peer()).isEqualTo(100);
    assertThat(row.ratios()).containsExactly(1.0, 3.0, 0.9);
    assertThat(row.ratioMedian()).isEqualTo(1.0);
    assertThat(row.ratioMin()).isEqualTo(0.9);
    assertThat(row.ratioMax()).isEqualTo(3.0);
    assertThat(row.reached()).isTrue();
  }

  @Test
  void theMedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
    BenchRow row = BenchRow.of("x", samples(50, 75), samples(100, 100), "peer", 0.98);

    assertThat(row.ratioMedian()).isEqualTo(0.625);
    assertThat(row.reached()).isFalse();
  }

  @Test
  void boundsTheMedianBySignTest() {
    int[] ours = IntStream.rangeClosed(1, 16).toArray();
    int[] peer = IntStream.range(0, 16).map(i -> 1).toArray();

    MedianInterval interval =
        BenchRow.of("x", samples(ours), samples(peer), "peer", null).ratioInterval();

    assertThat(interval).isEqualTo(new MedianInterval(4, 13));
  }

  @Test
  void fewerThanSixRoundsGiveNoInterval() {
    assertThat(MedianInterval.of(List.of(1.0, 1.0, 1.0, 1.0, 1.0)).isBounded()).isFalse();
    assertThat(MedianInterval.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)))
        .isEqualTo(new MedianInterval(1, 6));
  }

  @Test
  void comparesTimesOfTheSameRound() {
    BenchRow row =
        BenchRow.of(
            "x",
            "ms",
            Sample::p99Millis,
            List.of(taking(6), taking(8)),
            List.of(taking(4), taking(8)),
            "peer",
            null);

    assertThat(row.ours()).isEqualTo(7);
    assertThat(row.peer()).isEqualTo(6);
    assertThat(row.ratios()).containsExactly(1.5, 1.0);
  }

  @Test
  void comparesMessagesPerSecondOfServerCpu() {
    Sample ours = new Sample(2_000, 1, 1, 2, 0.5);
    Sample peer = new Sample(3_000, 9, 1, 2, 0.5);

    BenchRow row =
        BenchRow.of(
            "x",
            "msg/s CPU",
            Sample::perServerCpuSecond,
            List.of(ours),
            List.of(peer),
            "peer",
            0.97);

    assertThat(row.ours()).isEqualTo(4_000);
    assertThat(row.ratioMedian()).isCloseTo(2 / 3.0, within(1e-9));
    assertThat(row.reached()).isFalse();
  }

  @Test
  void aFigureMeetsItsGoalFromAbove() {
    assertThat(BenchRow.figure("x", "ns/msg", 149, 150).reached()).isTrue();
    assertThat(BenchRow.figure("x", "ns/msg", 151, 150).reached()).isFalse();
  }

  @Test
  void reportsServerCpuPerMessage() {
    Sample sample = new Sample(2_000, 1, 1, 2, 0.5);

    assertThat(BenchRow.alone("x", List.of(sample)).serverCpuMicros()).isEqualTo(250);
  }

  private static Sample taking(double p99Millis) {
    return new Sample(1, 1, p99Millis / 2, p99Millis, Double.NaN);
  }

  private static List<Sample> samples(int... perSecond) {
    return Arrays.stream(perSecond).mapToObj(rate -> Sample.counted(2L * rate, 2)).toList();
  }
}
