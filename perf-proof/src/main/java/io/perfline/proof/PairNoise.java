package io.perfline.proof;

import java.util.random.RandomGenerator;

/**
 * The scatter of the pairs of a simulated build: log ratios of a deviation of about 1, in order.
 */
interface PairNoise {

  double next();

  /** Both builds are deployed anew. What belongs to the machine goes on. */
  default void restarted() {}

  /** Makes the noise of one line of a build. */
  interface Kind {
    PairNoise of(RandomGenerator random);
  }

  /** Two slices of one machine in random order. */
  static PairNoise ofMachine(PairNoise machine, RandomGenerator random) {
    return () -> {
      double first = machine.next();
      double difference = (machine.next() - first) / Math.sqrt(2);
      return random.nextBoolean() ? difference : -difference;
    };
  }

  /** Each carries a part of the one before it. */
  static PairNoise correlated(double correlation, RandomGenerator random) {
    double[] state = {random.nextGaussian()};
    double fresh = Math.sqrt(1 - correlation * correlation);
    return () -> state[0] = correlation * state[0] + fresh * random.nextGaussian();
  }

  /** Slower and slower: three deviations in 500 slices. */
  static PairNoise drifting(RandomGenerator random) {
    int[] at = {0};
    return ofMachine(() -> random.nextGaussian() + 3.0 * at[0]++ / 500, random);
  }

  /** Up or down by five deviations, on average once in 200 slices. */
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
   * Puts each build into one of two modes, which last for a number of pairs on average and differ
   * by about twice the deviation.
   */
  final class Modes implements PairNoise {

    /** The part of the deviation that the modes cause. */
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
