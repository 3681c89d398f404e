package io.perfline.gate.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeploymentChangeTest {

  private static final int BUILDS = 4000;
  private static final int MAX_DEPLOYMENTS = 12;
  private static final double GREATEST = 0.02;

  /** The share of builds in which any analysis misses the true change is at most the stated one. */
  @ParameterizedTest(name = "scatter {0}, error {1}")
  @CsvSource({"0.0005, 0.1", "0.005, 0.1", "0.02, 0.1", "0.005, 0.01", "0.02, 0.01"})
  void intervalsMissTheChangeAtMostAtTheStatedRate(double scatter, double error) {
    Random random = new Random(7);
    int missed = 0;
    for (int build = 0; build < BUILDS; build++) {
      double[] values =
          random.doubles(MAX_DEPLOYMENTS).map(any -> scatter * random.nextGaussian()).toArray();
      boolean miss = false;
      for (int count = 2; count <= MAX_DEPLOYMENTS; count += 2) {
        Estimate estimate =
            DeploymentChange.of(
                Arrays.copyOf(values, count),
                GREATEST,
                DeploymentVariance.UNKNOWN,
                ErrorSpending.met(error));
        miss |= estimate.low() > 0 || estimate.high() < 0;
      }
      missed += miss ? 1 : 0;
    }
    double bound = error + 3 * Math.sqrt(error * (1 - error) / BUILDS);
    assertThat(missed / (double) BUILDS).isLessThanOrEqualTo(bound);
  }

  @ParameterizedTest
  @CsvSource({"1, false", "2, true", "6, true"})
  void requiresTwoDeployments(int count, boolean finite) {
    double[] values = new double[count];
    Arrays.fill(values, 0.01);

    Estimate estimate =
        DeploymentChange.of(values, GREATEST, DeploymentVariance.UNKNOWN, ErrorSpending.met(0.1));

    assertThat(Double.isFinite(estimate.low())).isEqualTo(finite);
    assertThat(Double.isFinite(estimate.high())).isEqualTo(finite);
  }
}
