package io.perfline.proof.simulation;

import io.perfline.gate.statistics.ChangePoints;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Ways in which a machine's noise behaves, as a series of log factors on what is measured. */
enum Noise {
  NORMAL {
    @Override
    double[] series(int length, double deviation, RandomGenerator random) {
      return fill(length, i -> deviation * random.nextGaussian());
    }
  },
  /** Exponential: often a bit fast, sometimes very slow. */
  SKEWED {
    @Override
    double[] series(int length, double deviation, RandomGenerator random) {
      return fill(length, i -> deviation * (random.nextExponential() - 1));
    }
  },
  /** One in four is in a slower mode. */
  BIMODAL {
    @Override
    double[] series(int length, double deviation, RandomGenerator random) {
      return fill(
          length,
          i ->
              deviation
                  * ((random.nextInt(4) == 0 ? 2.1 : 0) - 0.525 + 0.4 * random.nextGaussian()));
    }
  },
  /** Each carries half of the one before it. */
  AUTOCORRELATED {
    @Override
    double[] series(int length, double deviation, RandomGenerator random) {
      double[] state = {random.nextGaussian()};
      return fill(
          length,
          i -> {
            state[0] = 0.5 * state[0] + Math.sqrt(0.75) * random.nextGaussian();
            return deviation * state[0];
          });
    }
  },
  /** Slower and slower: three deviations from the first to the last. */
  DRIFTING {
    @Override
    double[] series(int length, double deviation, RandomGenerator random) {
      return fill(length, i -> deviation * (random.nextGaussian() + 3.0 * i / length));
    }
  },
  /**
   * Up or down by five deviations at two places, but not within the last few: a step that young is
   * what a red is for.
   */
  STEPS {
    @Override
    double[] series(int length, double deviation, RandomGenerator random) {
      int first = random.nextInt(length - ChangePoints.SHORTEST);
      int second = random.nextInt(length - ChangePoints.SHORTEST);
      double up = random.nextBoolean() ? 5 : -5;
      double then = random.nextBoolean() ? 5 : -5;
      return fill(
          length,
          i ->
              deviation
                  * (random.nextGaussian() + (i >= first ? up : 0) + (i >= second ? then : 0)));
    }
  };

  private interface At {
    double value(int index);
  }

  private static double[] fill(int length, At at) {
    double[] series = new double[length];
    for (int i = 0; i < length; i++) {
      series[i] = at.value(i);
    }
    return series;
  }

  /** A series whose noise has about this standard deviation. */
  abstract double[] series(int length, double deviation, RandomGenerator random);

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
