package io.perfline.proof.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.perfline.proof.bench.GatlingSlicesBench.DeployedPairs;
import io.perfline.proof.bench.GatlingSlicesBench.RunPair;
import io.perfline.proof.bench.SlicesPrecision.Metric;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SlicesPrecisionTest {

  @Test
  void deploymentsAreTheSamplesOfTheStandardError() {
    List<DeployedPairs> deployments =
        List.of(
            deployment(false, 0.03, 0.01), // 0.02 in the mean
            deployment(false, -0.03, -0.01),
            deployment(true, 0.13, 0.11),
            deployment(true, 0.07, 0.09));

    SlicesPrecision cpu = SlicesPrecision.of(deployments, Metric.CPU);

    assertThat(cpu.equal()).isCloseTo(0, within(1e-9));
    assertThat(cpu.busier()).isCloseTo(0.1, within(1e-9));
    double scatter = Math.sqrt(4 * 0.02 * 0.02 / 2);
    assertThat(cpu.equalError()).isCloseTo(scatter / Math.sqrt(2), within(1e-9));
    assertThat(cpu.scatter())
        .isCloseTo(Math.sqrt(4 * (0.03 * 0.03 + 0.01 * 0.01) / 6), within(1e-9));
    assertThat(cpu.error())
        .as("30 deployments in 5 minutes")
        .isCloseTo(scatter / Math.sqrt(30), within(1e-9));
    assertThat(SlicesPrecision.of(deployments, Metric.P95).error()).isZero();
  }

  /** Makes a deployment of 10 s whose pairs have these logarithms of the ratio of CPU time. */
  private static DeployedPairs deployment(boolean busier, double... cpu) {
    GatlingRun run = new GatlingRun(160, 40, 9, 12);
    List<RunPair> pairs =
        DoubleStream.of(cpu)
            .mapToObj(log -> new RunPair(run, 1000 * Math.exp(log), run, 1000))
            .toList();
    return new DeployedPairs(GatlingSlicesBench.SLICES, busier, 10, pairs);
  }
}
