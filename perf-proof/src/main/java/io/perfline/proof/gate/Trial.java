package io.perfline.proof.gate;

import io.perfline.gate.statistics.ChangePoints;
import io.perfline.gate.statistics.HistoryChange;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.statistics.PairedChange;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** One simulated decision on a true change of known size. */
interface Trial {

  /** The limit that is judged by: +5 %. */
  double LIMIT = Math.log(1.05);

  /** What is decided of one threshold. */
  enum Outcome {
    WITHIN,
    BEYOND,
    UNDECIDED
  }

  /**
   * @param change the true change, as a log ratio
   */
  Outcome of(Noise noise, double change, LineError error, RandomGenerator random);

  private static Outcome outcome(LineError.Change seen) {
    return seen.beyond().low() > LIMIT
        ? Outcome.BEYOND
        : seen.within().high() <= LIMIT ? Outcome.WITHIN : Outcome.UNDECIDED;
  }

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
    public Outcome of(Noise noise, double change, LineError error, RandomGenerator random) {
      double[] ratios = ratios(noise, 2 * rounds * EACH, random);
      double[][] deployments = new double[2 * rounds][];
      for (int i = 0; i < deployments.length; i++) {
        double place = i % 2 == 0 ? deviation : -deviation;
        deployments[i] =
            Arrays.stream(ratios, i * EACH, (i + 1) * EACH).map(x -> x + change + place).toArray();
      }
      for (int seen = 2; seen <= deployments.length; seen += 2) {
        double[][] pairs = Arrays.copyOf(deployments, seen);
        Outcome outcome = outcome(error.change(each -> PairedChange.of(pairs, each)));
        if (outcome != Outcome.UNDECIDED) {
          return outcome;
        }
      }
      return Outcome.UNDECIDED;
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
    public Outcome of(Noise noise, double change, LineError error, RandomGenerator random) {
      double[] series = noise.series(2 * last, deviation, random);
      double candidate = series[series.length - 1] + change;
      double[] earlier = Arrays.copyOfRange(series, last - 1, series.length - 1);
      double[] level = Arrays.copyOfRange(earlier, ChangePoints.last(earlier), earlier.length);
      return level.length < min
          ? Outcome.UNDECIDED
          : outcome(error.change(each -> HistoryChange.of(level, candidate, each)));
    }
  }
}
