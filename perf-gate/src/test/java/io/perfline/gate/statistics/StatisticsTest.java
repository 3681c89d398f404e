package io.perfline.gate.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.run.PageGoal.BinomialBound;
import io.perfline.gate.statistics.PairedValues.Rounding;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatisticsTest {

  @ParameterizedTest
  @CsvSource({
    "59, 59, true",
    "58, 58, false",
    "92, 93, true",
    "91, 93, false",
    "292, 300, true",
    "291, 300, false",
    "962, 1000, true",
    "961, 1000, false"
  })
  void aShareOf95PercentNeedsThePublishedNumbersOfPages(int hits, int of, boolean sure) {
    assertThat(BinomialBound.confirmsAtLeast(hits, of, 0.95, 0.95)).isEqualTo(sure);
  }

  @Test
  void hodgesLehmannIsTheMedianOfTheMeansOfAllPairs() {
    // Walsh averages of 1, 2, 6: 1, 1.5, 2, 3.5, 4, 6
    assertThat(PairedChange.of(new double[] {6, 1, 2}, 0.01).value()).isEqualTo(2.75);
  }

  @Test
  void anOutlierHardlyAffectsAPairedChange() {
    double[] ratios = gaussian(100, 0, 0.05, 1);
    double before = PairedChange.of(ratios, 0.01).value();
    ratios[17] = 100;

    assertThat(PairedChange.of(ratios, 0.01).value()).isEqualTo(before, within(0.002));
  }

  @Test
  void tooFewPairsDecideNothing() {
    double[] ratios = gaussian(PairedChange.MIN_PAIRS - 1, 1, 0.01, 1);
    Estimate oneDeployment = PairedChange.of(ratios, 0.01);
    Estimate twelve = PairedChange.of(halves(Arrays.copyOf(ratios, 12)), 0.01);

    for (Estimate estimate : List.of(oneDeployment, twelve)) {
      assertThat(estimate.low()).isEqualTo(Double.NEGATIVE_INFINITY);
      assertThat(estimate.high()).isEqualTo(Double.POSITIVE_INFINITY);
    }
    assertThat(PairedChange.of(new double[0], 0.01).value()).isNaN();
  }

  @Test
  void fewPairsOfTwoDeploymentsDetectChangesBeyondTheirScatter() {
    double[] ratios = gaussian(14, 1, 0.1, 1);
    Estimate estimate = PairedChange.of(halves(ratios), 0.01);

    assertThat(estimate.low())
        .as("less than all by what deployments may differ")
        .isBetween(0.5, Arrays.stream(ratios).min().orElseThrow());
    assertThat(estimate.high()).isGreaterThan(Arrays.stream(ratios).max().orElseThrow());
  }

  @Test
  void anOutlierAmongFewPairsDoesNotHideALargeChange() {
    double[] ratios = gaussian(30, 0.75, 0.1, 1);
    ratios[3] = -0.6;
    assertThat(PairedChange.of(halves(ratios), 0.01).low()).isGreaterThan(0.1);
  }

  @Test
  void repeatedAnalysisOfDifferingDeploymentsKeepsTheErrorRate() {
    Random random = new Random(11);
    int missed = 0;
    for (int series = 0; series < 2_000; series++) {
      double[][] deployments = new double[12][];
      Arrays.setAll(deployments, i -> ofDeployment(random, 0.03));
      boolean seen = false;
      for (int looked = 2; looked <= deployments.length; looked += 2) {
        Estimate estimate = PairedChange.of(Arrays.copyOf(deployments, looked), 0.1);
        seen |= estimate.low() > 0 || estimate.high() < 0;
      }
      missed += seen ? 1 : 0;
    }

    assertThat(missed).isBetween(20, 200); // each analysis by itself would miss 10 %
  }

  @Test
  void differingDeploymentsWidenTheIntervalForAnyNumberOfPairs() {
    Random random = new Random(3);
    double[][] equal = new double[8][];
    double[][] different = new double[8][];
    for (int i = 0; i < equal.length; i++) {
      equal[i] = ofDeployment(random, 0);
      different[i] = ofDeployment(random, 0.03);
    }
    Estimate same = PairedChange.of(equal, 0.1);
    Estimate differing = PairedChange.of(different, 0.1);

    assertThat(differing.high() - differing.low()).isGreaterThan(3 * (same.high() - same.low()));
    assertThat(differing.ofDeployments()).isBetween(0.01, 0.06);
  }

  @Test
  void fewDeploymentsDecideOnlyLargeChangesForAnyNumberOfPairs() {
    Random random = new Random(3);
    List<DeploymentEstimate> two =
        List.of(
            DeploymentEstimate.of(ofDeployment(random, 0)),
            DeploymentEstimate.of(ofDeployment(random, 0)));

    assertThat(PairedChange.of(two, 0, DeploymentVariance.UNKNOWN, ErrorSpending.met(0.1)).high())
        .isGreaterThan(0.07);
    assertThat(PairedChange.of(gaussian(5_000, 0, 0.01, 4), 0.1).high())
        .as("one deployment")
        .isGreaterThan(0.1);
  }

  @Test
  void earlierBuildsEstimateTheVarianceOfDeployments() {
    DeploymentVariance build = new DeploymentVariance(1e-4, 4);
    DeploymentVariance expected = DeploymentVariance.expectedAfter(List.of(build, build, build));

    assertThat(DeploymentVariance.expectedAfter(List.of(build)))
        .as("a build with six deployments")
        .isEqualTo(DeploymentVariance.UNKNOWN);
    assertThat(DeploymentVariance.expectedAfter(List.of(new DeploymentVariance(1e-4, 8))))
        .as("a build with ten deployments")
        .isEqualTo(new DeploymentVariance(1e-4, 4));
    assertThat(expected).isEqualTo(new DeploymentVariance(1e-4, 6));
    assertThat(new DeploymentVariance(5e-5, 2).with(expected).variance())
        .isEqualTo(8.75e-5, within(1e-12));
    assertThat(new DeploymentVariance(4e-4, 2).with(expected))
        .as("its own is greater")
        .isEqualTo(new DeploymentVariance(4e-4, 8));
    assertThat(new DeploymentVariance(6e-4, 2).with(expected))
        .as("its own is clearly greater")
        .isEqualTo(new DeploymentVariance(6e-4, 2));
    assertThat(new DeploymentVariance(1e-4, 8, 4e-5).withPairs(1e-5))
        .as("more pairs scatter less")
        .satisfies(
            other -> {
              assertThat(other.variance()).isEqualTo(7e-5, within(1e-12));
              assertThat(other.ofPairs()).isEqualTo(1e-5);
            });
    assertThat(new DeploymentVariance(1e-2, 2).with(expected))
        .as("another machine")
        .isEqualTo(new DeploymentVariance(1e-2, 2));
    assertThat(DeploymentVariance.UNKNOWN.with(expected)).isEqualTo(DeploymentVariance.UNKNOWN);
  }

  @Test
  void equallyRoundedValuesMayBeOffByHalfAStep() {
    assertThat(Rounding.error(filledDouble(40, 10), 1)).isEqualTo(0.05, within(1e-9));
    assertThat(Rounding.error(gaussian(400, 10, 1, 1), 1)).isLessThan(1e-3);
  }

  private static double[] ofDeployment(Random random, double effect) {
    return gaussian(20, effect * random.nextGaussian(), 0.02, random.nextLong());
  }

  private static double[][] halves(double[] ratios) {
    int middle = ratios.length / 2;
    return new double[][] {
      Arrays.copyOf(ratios, middle), Arrays.copyOfRange(ratios, middle, ratios.length)
    };
  }

  @Test
  void theIntervalShrinksWithMorePairs() {
    double last = Double.POSITIVE_INFINITY;
    for (int n : new int[] {40, 80, 320, 1280, 5120}) {
      Estimate estimate = PairedChange.of(gaussian(n, 0, 0.05, 2), 0.01);
      assertThat(estimate.high() - estimate.low()).isLessThan(last);
      last = estimate.high() - estimate.low();
    }
  }

  @Test
  void correlatedNeighboursWidenTheInterval() {
    double[] ratios = gaussian(200, 0, 0.05, 3);
    double[] correlated = ratios.clone();
    for (int i = 1; i < correlated.length; i++) {
      correlated[i] = 0.6 * correlated[i - 1] + 0.8 * ratios[i];
    }

    assertThat(Autocorrelation.widening(ratios)).isBetween(1.0, 1.3);
    assertThat(Autocorrelation.widening(correlated)).isBetween(1.5, 2.7);
  }

  @Test
  void noErrorsAreNotAChange() {
    Estimate none = RareChange.of(new long[5], 1000, new long[5], 1000, 0.01);

    assertThat(none.low()).isZero();
    assertThat(none.high()).isZero();
  }

  @Test
  void equalErrorRatesAreNotAChange() {
    Estimate same =
        RareChange.of(new long[] {200, 200}, 20_000, new long[] {100, 100}, 10_000, 0.01);

    assertThat(same.value()).isEqualTo(0, within(1e-9));
    assertThat(same.low()).isBetween(-0.4, -0.2);
    assertThat(same.high()).isBetween(0.2, 0.4);
  }

  @Test
  void burstsOfErrorsWidenTheInterval() {
    Estimate even = RareChange.of(filled(20, 10), 20_000, filled(20, 5), 20_000, 0.01);
    long[] burst = new long[20];
    burst[3] = 200;
    Estimate bursting = RareChange.of(burst, 20_000, filled(20, 5), 20_000, 0.01);

    assertThat(even.low()).isPositive();
    assertThat(bursting.low()).isNegative();
  }

  @Test
  void anOutlierAmongTheRunsWidensTheInterval() {
    double[] runs = gaussian(20, 4, 0.02, 5);
    Estimate clean = HistoryChange.of(runs, 4, 0.01);
    runs[9] += 0.5;

    Estimate with = HistoryChange.of(runs, 4, 0.01);

    assertThat(with.value()).isEqualTo(clean.value(), within(0.02));
    assertThat(with.low()).isLessThan(clean.low());
  }

  @Test
  void findsExactlyTheSteps() {
    double[] series = gaussian(300, 0, 1, 6);
    assertThat(ChangePoints.of(series)).isEmpty();
    assertThat(ChangePoints.last(series)).isZero();

    for (int i = 120; i < 300; i++) {
      series[i] += i < 200 ? 3 : -1;
    }
    assertThat(ChangePoints.of(series)).hasSize(2);
    assertThat(ChangePoints.of(series).get(0)).isBetween(117, 123);
    assertThat(ChangePoints.last(series)).isBetween(197, 203);
  }

  /** For example if two histories are interleaved. */
  @Test
  void rangesOfNeighbouringChangesDoNotOverlap() {
    Random random = new Random(2608);
    for (int trial = 0; trial < 300; trial++) {
      double[] series = new double[400];
      double mixed = 0.5;
      for (int i = 0; i < series.length; i++) {
        mixed = i % 20 == 0 ? random.nextDouble() : mixed;
        series[i] = (random.nextDouble() < mixed ? 10 : 0) + random.nextGaussian();
      }
      int before = 0;
      for (ChangePoints.Change change : ChangePoints.dated(series, 0.01)) {
        assertThat(change.at()).as("trial " + trial).isGreaterThan(before);
        assertThat(change.at()).isBetween(change.earliest(), change.latest());
        before = change.at();
      }
    }
  }

  @Test
  void oneOutlierIsNotAStep() {
    double[] series = gaussian(100, 0, 1, 8);
    series[50] = 1000;
    series[51] = 1000;

    assertThat(ChangePoints.of(series)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "7", "8"})
  void aShortOrConstantSeriesHasNoStep(int length) {
    assertThat(ChangePoints.of(filledDouble(length, 3))).isEqualTo(List.of());
  }

  private static double[] gaussian(int n, double mean, double deviation, long seed) {
    Random random = new Random(seed);
    double[] values = new double[n];
    Arrays.setAll(values, i -> mean + deviation * random.nextGaussian());
    return values;
  }

  private static long[] filled(int n, long value) {
    long[] values = new long[n];
    Arrays.fill(values, value);
    return values;
  }

  private static double[] filledDouble(int n, double value) {
    double[] values = new double[n];
    Arrays.fill(values, value);
    return values;
  }
}
