package io.perfline.proof;

import java.util.random.RandomGenerator;

/** The log ratios of a simulated build's pairs, with a standard deviation of about 1. */
interface PairNoise {

  /** The pairs of 0.5 s that fit into the shortest warm-up of {@code perfline init}. */
  int PAIRS_OF_RESTART = 10;

  double next();

  /** Deploys both builds again; the noise of the machine continues. */
  default void restarted() {}

  /** Creates the noise of one limit of a build. */
  interface Kind {
    PairNoise of(RandomGenerator random);
  }

  /** Returns the noise of two slices of one machine in random order. */
  static PairNoise ofMachine(PairNoise machine, RandomGenerator random) {
    return () -> {
      double first = machine.next();
      double difference = (machine.next() - first) / Math.sqrt(2);
      return random.nextBoolean() ? difference : -difference;
    };
  }

  /**
   * Each value contains a part of the previous one, also of those that would have been measured
   * during a restart and its warm-up.
   */
  static PairNoise correlated(double correlation, RandomGenerator random) {
    double[] state = {random.nextGaussian()};
    double fresh = Math.sqrt(1 - correlation * correlation);
    return new PairNoise() {
      @Override
      public double next() {
        return state[0] = correlation * state[0] + fresh * random.nextGaussian();
      }

      @Override
      public void restarted() {
        for (int i = 0; i < PAIRS_OF_RESTART; i++) {
          next();
        }
      }
    };
  }

  /** Values rise steadily, by three standard deviations in 500 slices. */
  static PairNoise drifting(RandomGenerator random) {
    int[] at = {0};
    return ofMachine(() -> random.nextGaussian() + 3.0 * at[0]++ / 500, random);
  }

  /** The level moves up or down by five standard deviations, on average once in 200 slices. */
  static PairNoise stepping(RandomGenerator random) {
    double[] level = {0};
    return ofMachine(
        () -> {
          if (random.nextInt(200) == 0) {
            level[0] += random.nextBoolean() ? 5 : -5;
          }
          return level[0] + random.nextGaussian();
        },
        random);
  }

  /**
   * Each build is in one of two modes, which last for a number of pairs on average and differ by
   * about two standard deviations.
   */
  final class Modes implements PairNoise {

    /** The part of the standard deviation that the modes cause. */
    private static final double PART = 0.9;

    private final int pairs;
    private final RandomGenerator random;
    private final boolean[] slow = new boolean[2];

    Modes(int pairs, RandomGenerator random) {
      this.pairs = pairs;
      this.random = random;
    }

    @Override
    public void restarted() {
      slow[0] = random.nextBoolean();
      slow[1] = random.nextBoolean();
    }

    @Override
    public double next() {
      for (int i = 0; i < slow.length; i++) {
        slow[i] ^= random.nextInt(pairs) == 0;
      }
      double mode = (slow[0] ? 1 : 0) - (slow[1] ? 1 : 0);
      return Math.sqrt(2) * PART * mode + Math.sqrt(1 - PART * PART) * random.nextGaussian();
    }
  }
}
