package io.perfline.gate.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that all analyses together use no more than the error. */
class ErrorSpendingTest {

  private static final DeploymentVariance EARLIER = new DeploymentVariance(4e-4, 3);

  static Stream<ErrorSpending> spendings() {
    return Stream.of(ErrorSpending.met(0.1), new LineError(0.01).ofBeyond());
  }

  @ParameterizedTest
  @MethodSource("spendings")
  void spendsTheErrorOverAllAnalyses(ErrorSpending spending) {
    double unknown = IntStream.rangeClosed(1, 99).mapToDouble(spending::ofUnknown).sum();
    double first =
        IntStream.rangeClosed(3, 99)
            .mapToDouble(i -> spending.ofKnown(i, DeploymentVariance.UNKNOWN))
            .sum();
    double later =
        IntStream.rangeClosed(2, 99).mapToDouble(i -> spending.ofKnown(i, EARLIER)).sum();

    double few = spending.error() * ErrorSpending.OF_FEW;
    assertThat(few + unknown + first).isCloseTo(spending.error(), within(1e-9));
    assertThat(few + unknown + later).isCloseTo(spending.error(), within(1e-9));
  }

  @Test
  void usesTheWholeRateOfFalseAlarmsForOneSide() {
    assertThat(new LineError(0.001).ofBeyond().error()).isEqualTo(0.002);
    assertThat(new LineError(0.08).ofBeyond().error()).isEqualTo(LineError.WITHIN);
  }

  /** Four deployments alone say little about the variance, so that of earlier builds decides. */
  @Test
  void alarmsSeldomByTheVarianceOfEarlierBuilds() {
    ErrorSpending beyond = new LineError(0.001).ofBeyond();

    assertThat(beyond.ofKnown(2, EARLIER)).isLessThan(beyond.ofKnown(3, EARLIER) / 9);
    assertThat(ErrorSpending.met(0.1).ofKnown(2, EARLIER))
        .isGreaterThan(ErrorSpending.met(0.1).ofKnown(3, EARLIER));
  }

  /** A build that is exactly at its limit, analysed again and again, after ten equal builds. */
  @Test
  void keepsTheRateOfFalseAlarms() {
    LineError error = new LineError(0.02);
    Random random = new Random(1);
    int builds = 2_000;
    int alarms = 0;
    for (int build = 0; build < builds; build++) {
      List<DeploymentVariance> earlier =
          IntStream.range(0, 10).mapToObj(i -> DeploymentVariance.of(values(4, random))).toList();
      DeploymentVariance expected = DeploymentVariance.expectedAfter(earlier);
      double[] values = values(24, random);
      boolean alarm = false;
      for (int count = 4; count <= values.length; count += 2) {
        double[] measured = Arrays.copyOf(values, count);
        alarm |=
            error
                    .changeOfDeployments(
                        each -> DeploymentChange.of(measured, 0.05, expected, each))
                    .beyond()
                    .low()
                > 0;
      }
      alarms += alarm ? 1 : 0;
    }
    double rate = error.alarm();
    assertThat(alarms / (double) builds)
        .isBetween(rate / 4, rate + 3 * Math.sqrt(rate * (1 - rate) / builds));
  }

  private static double[] values(int count, Random random) {
    return random.doubles(count).map(any -> 0.02 * random.nextGaussian()).toArray();
  }
}
