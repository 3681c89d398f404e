package io.perfline.proof.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchRowTest {

  @Test
  void comparesRoundByRoundAndTakesTheMedian() {
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
  void ofAnEvenNumberTheMedianLiesBetweenTheMiddleTwo() {
    BenchRow row = BenchRow.of("x", samples(50, 75), samples(100, 100), "peer", 0.98);

    assertThat(row.ratioMedian()).isEqualTo(0.625);
    assertThat(row.reached()).isFalse();
  }

  @Test
  void comparesTimesOfTheSameRound() {
    BenchRow row =
        BenchRow.times("x", List.of(taking(6), taking(8)), List.of(taking(4), taking(8)), "peer");

    assertThat(row.ours()).isEqualTo(7);
    assertThat(row.peer()).isEqualTo(6);
    assertThat(row.ratios()).containsExactly(1.5, 1.0);
  }

  @Test
  void aFigureReachesItsAimFromAbove() {
    assertThat(BenchRow.figure("x", "ns/msg", 149, 150).reached()).isTrue();
    assertThat(BenchRow.figure("x", "ns/msg", 151, 150).reached()).isFalse();
  }

  @Test
  void tellsTheServersCpuPerMessage() {
    Sample sample = new Sample(2_000, 1, 1, 2, Double.NaN).withServerCpu(0.5);

    assertThat(BenchRow.alone("x", List.of(sample)).serverCpuMicros()).isEqualTo(250);
  }

  private static Sample taking(double p99Millis) {
    return new Sample(1, 1, p99Millis / 2, p99Millis, Double.NaN);
  }

  private static List<Sample> samples(int... perSecond) {
    return Arrays.stream(perSecond).mapToObj(rate -> Sample.counted(2L * rate, 2)).toList();
  }
}
