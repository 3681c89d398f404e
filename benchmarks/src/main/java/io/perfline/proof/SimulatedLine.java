package io.perfline.proof;

import io.perfline.gate.metric.Metric;
import io.perfline.gate.statistics.DeploymentChange;
import io.perfline.gate.statistics.DeploymentVariance;
import io.perfline.gate.statistics.ErrorSpending;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.statistics.PairedChange;
import io.perfline.gate.statistics.PairedValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Simulates one limit of a build, deployment by deployment. */
final class SimulatedLine {

  enum Decision {
    WITHIN,
    BEYOND,
    LIKELY,
    UNDECIDED
  }

  /**
   * A limit as shipped.
   *
   * @param limit the largest allowed change, as a fraction; in bytes for a difference
   * @param scatter the standard deviation of the log ratio of a pair
   * @param effect the standard deviation of the deployments of a build, as that of {@link
   *     BuildNoise}, or in bytes for a difference; NaN for that of the noise
   */
  record Limit(String caseName, Metric metric, double limit, double scatter, double effect) {

    /** Returns a change as the value that is estimated: a log ratio, or a difference in bytes. */
    double estimated(double change) {
      return metric.difference() ? change : Math.log1p(change);
    }
  }

  private static final double GREATEST_OF_LIVE_SETS = 0.02;

  private final Limit limit;
  private final BuildNoise noise;
  private final double change;
  private final LineError error;
  private final RandomGenerator random;
  private final PairNoise pairs;
  private final PairedValues values;
  private final List<Double> memory = new ArrayList<>();
  private final DeploymentVariance expected;
  private int deployments;

  /**
   * @param change the change of the build, as a fraction
   */
  SimulatedLine(
      Limit limit, BuildNoise noise, double change, LineError error, RandomGenerator random) {
    this.limit = limit;
    this.noise = noise;
    this.change = limit.estimated(change);
    this.error = error;
    this.random = random;
    pairs = noise.pairs().of(random);
    expected = expected();
    values = new PairedValues(step(), expected);
  }

  /** Simulates earlier, unchanged builds, and returns the resulting variance of deployments. */
  private DeploymentVariance expected() {
    return DeploymentVariance.expectedAfter(
        IntStream.range(0, noise.earlierBuilds()).mapToObj(i -> earlier()).toList());
  }

  private DeploymentVariance earlier() {
    if (limit.metric().memory().isPresent()) {
      return DeploymentVariance.of(
          DoubleStream.generate(() -> effect(noise.earlierEffect()) * random.nextGaussian())
              .limit(noise.earlierDeployments())
              .toArray());
    }
    PairedValues earlier = new PairedValues(step(), DeploymentVariance.UNKNOWN);
    for (int deployment = 0; deployment < noise.earlierDeployments(); deployment++) {
      deploy(earlier, 0, deployment, effect(noise.earlierEffect()));
    }
    return earlier.variance();
  }

  private int step() {
    return noise.roundedAt() == 0 ? 0 : 1;
  }

  private double effect(double ofNoise) {
    return Double.isNaN(limit.effect()) ? ofNoise : limit.effect();
  }

  void deploy() {
    double effect = effect(noise.effect());
    if (limit.metric().memory().isPresent()) {
      memory.add(change + effect * random.nextGaussian());
    } else {
      deploy(values, change, deployments++, effect);
    }
  }

  /** Deploys both builds in swapped places, one of which is better by a pair's scatter. */
  private void deploy(PairedValues into, double change, int deployment, double effect) {
    double place = deployment % 2 == 0 ? limit.scatter() : -limit.scatter();
    pairs.restarted();
    double shift = change + place + effect * random.nextGaussian();
    double[] candidate = new double[SimulatedBuild.PAIRS];
    double[] baseline = new double[SimulatedBuild.PAIRS];
    double level = noise.roundedAt() == 0 ? 1 : noise.roundedAt();
    for (int i = 0; i < candidate.length; i++) {
      double half = limit.scatter() * pairs.next() / 2;
      candidate[i] = level * Math.exp(shift + half);
      baseline[i] = level * Math.exp(-half);
    }
    into.add(rounded(candidate), rounded(baseline));
  }

  private double[] rounded(double[] exact) {
    return noise.roundedAt() == 0 ? exact : Arrays.stream(exact).map(Math::rint).toArray();
  }

  Decision decide() {
    LineError.Change change =
        error.changeOfDeployments(
            limit.metric().memory().isPresent() ? this::memoryChange : values::change);
    double max = limit.estimated(limit.limit());
    if (change.within().high() <= max) {
      return Decision.WITHIN;
    }
    if (change.beyond().low() > max) {
      return Decision.BEYOND;
    }
    return change.within().low() > max ? Decision.LIKELY : Decision.UNDECIDED;
  }

  private Estimate memoryChange(ErrorSpending spending) {
    double[] all = memory.stream().mapToDouble(Double::doubleValue).toArray();
    double assumed =
        switch (limit.metric()) { // as MemoryComparison does, while the variance is not known
          case GROWTH -> limit.effect();
          case LIVE_SET -> GREATEST_OF_LIVE_SETS;
          default -> PairedChange.GREATEST_EFFECT;
        };
    return DeploymentChange.of(all, assumed, expected, spending);
  }
}
