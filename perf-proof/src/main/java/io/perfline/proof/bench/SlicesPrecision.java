package io.perfline.proof.bench;

import io.perfline.proof.bench.GatlingSlicesBench.DeployedPairs;
import io.perfline.proof.bench.GatlingSlicesBench.RunPair;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The precision of a way to measure pairs, for one metric. Differences are logarithms of the ratio
 * of candidate to baseline. Deployments are the samples, because the pairs of one deployment have
 * its processes in common.
 *
 * @param equal the mean difference between equal builds, which should be 0
 * @param equalError its standard error
 * @param busier the mean difference between a build that uses 10 % more CPU time and its baseline
 * @param scatter the standard deviation of pairs
 * @param error the standard error of a difference after {@value #MINUTES} minutes, restarts and
 *     warm-up included
 */
record SlicesPrecision(
    double equal, double equalError, double busier, double scatter, double error) {

  private static final int MINUTES = 5;

  /** A metric, as the ratio of candidate to baseline in a pair. */
  record Metric(String name, ToDoubleFunction<RunPair> ratio) {

    static final Metric CPU = new Metric("cpu", RunPair::cpu);
    static final Metric P95 = new Metric("p95", pair -> pair.ratio(GatlingRun::p95Millis));
    static final List<Metric> ALL =
        List.of(
            CPU,
            new Metric("median", pair -> pair.ratio(GatlingRun::medianMillis)),
            P95,
            new Metric("throughput", pair -> pair.ratio(GatlingRun::perSecond)));

    private double difference(RunPair pair) {
      return Math.log(ratio.applyAsDouble(pair));
    }

    private double difference(DeployedPairs deployment) {
      return deployment.pairs().stream().mapToDouble(this::difference).average().orElseThrow();
    }
  }

  /**
   * Computes the precision of one way.
   *
   * @param deployments at least two with equal builds, and as many with a busier build
   */
  static SlicesPrecision of(List<DeployedPairs> deployments, Metric metric) {
    List<DeployedPairs> equal = deployments.stream().filter(one -> !one.busier()).toList();
    List<DeployedPairs> busier = deployments.stream().filter(DeployedPairs::busier).toList();
    double ofEqual = mean(equal, metric);
    double ofBusier = mean(busier, metric);
    double scatter =
        Math.sqrt(
            (squares(equal, metric, ofEqual) + squares(busier, metric, ofBusier))
                / (deployments.size() - 2));
    double pairs =
        Math.sqrt(
            (squaresOfPairs(equal, metric, ofEqual) + squaresOfPairs(busier, metric, ofBusier))
                / (deployments.stream().mapToInt(one -> one.pairs().size()).sum() - 2));
    double seconds =
        deployments.stream().mapToDouble(DeployedPairs::seconds).average().orElseThrow();
    return new SlicesPrecision(
        ofEqual,
        scatter / Math.sqrt(equal.size()),
        ofBusier,
        pairs,
        scatter / Math.sqrt(MINUTES * 60 / seconds));
  }

  private static double mean(List<DeployedPairs> deployments, Metric metric) {
    return deployments.stream().mapToDouble(metric::difference).average().orElseThrow();
  }

  private static double squares(List<DeployedPairs> deployments, Metric metric, double mean) {
    return deployments.stream()
        .mapToDouble(one -> Math.pow(metric.difference(one) - mean, 2))
        .sum();
  }

  private static double squaresOfPairs(
      List<DeployedPairs> deployments, Metric metric, double mean) {
    return deployments.stream()
        .flatMap(one -> one.pairs().stream())
        .mapToDouble(pair -> Math.pow(metric.difference(pair) - mean, 2))
        .sum();
  }

  /** Describes it in percent. */
  String text() {
    return ("equal builds %+.2f ± %.2f, 10 %% more %+.2f, a pair ± %.2f, after %d minutes ± %.2f")
        .formatted(
            100 * equal, 100 * equalError, 100 * busier, 100 * scatter, MINUTES, 100 * error);
  }
}
