package io.perfline.proof.simulation;

import io.perfline.gate.statistics.ChangePoints;
import io.perfline.gate.statistics.Estimate;
import io.perfline.gate.statistics.HistoryChange;
import io.perfline.gate.statistics.PairedChange;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** One simulated decision: whether it is red for a true change of known size. */
interface Trial {

  /** The limit that is judged by: +5 %. */
  double LIMIT = Math.log(1.05);

  /**
   * Whether a red comes out.
   *
   * @param change the true change, as a log ratio
   * @param error the error that the decision may make
   */
  boolean red(Noise noise, double change, double error, RandomGenerator random);

  /**
   * Slices side by side, looked at again after every further two deployments, until it is decided.
   * One place is better for good, by as much as a pair scatters; each deployment swaps them.
   *
   * @param deviation of a pair
   * @param rounds how often two deployments are measured at most
   */
  record Paired(double deviation, int rounds) implements Trial {

    /** Pairs of a deployment, as the profile commit has them. */
    static final int EACH = 34;

    @Override
    public boolean red(Noise noise, double change, double error, RandomGenerator random) {
      double[] ratios = ratios(noise, 2 * rounds * EACH, random);
      double[][] deployments = new double[2 * rounds][];
      for (int i = 0; i < deployments.length; i++) {
        double place = i % 2 == 0 ? deviation : -deviation;
        deployments[i] =
            Arrays.stream(ratios, i * EACH, (i + 1) * EACH).map(x -> x + change + place).toArray();
      }
      for (int seen = 2; seen <= deployments.length; seen += 2) {
        Estimate estimate = PairedChange.of(Arrays.copyOf(deployments, seen), error);
        if (estimate.low() > LIMIT || estimate.high() <= LIMIT) {
          return estimate.low() > LIMIT;
        }
      }
      return false;
    }

    /** One machine, two slices a pair in random order: the noise of a pair is that of both. */
    private double[] ratios(Noise noise, int pairs, RandomGenerator random) {
      if (noise == Noise.AUTOCORRELATED) {
        return noise.series(pairs, deviation, random); // between neighbours it would cancel
      }
      double[] machine = noise.series(2 * pairs, deviation / Math.sqrt(2), random);
      double[] ratios = new double[pairs];
      for (int i = 0; i < pairs; i++) {
        double difference = machine[2 * i + 1] - machine[2 * i];
        ratios[i] = random.nextBoolean() ? difference : -difference;
      }
      return ratios;
    }
  }

  /** A run against the last ones of its branch. */
  record History(double deviation, int last, int min) implements Trial {
    @Override
    public boolean red(Noise noise, double change, double error, RandomGenerator random) {
      double[] series = noise.series(2 * last, deviation, random);
      double candidate = series[series.length - 1] + change;
      double[] earlier = Arrays.copyOfRange(series, last - 1, series.length - 1);
      double[] level = Arrays.copyOfRange(earlier, ChangePoints.last(earlier), earlier.length);
      return level.length >= min && HistoryChange.of(level, candidate, error).low() > LIMIT;
    }
  }
}
