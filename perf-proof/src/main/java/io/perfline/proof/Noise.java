package io.perfline.proof;

import io.perfline.gate.statistics.ChangePoints;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Kinds of noise of a machine, as a series of log factors on what is measured. */
enum Noise {
  NORMAL((length, random) -> i -> random.nextGaussian()),
  /** Exponential: often a bit fast, sometimes very slow. */
  SKEWED((length, random) -> i -> random.nextExponential() - 1),
  /** One in four is in a slower mode. */
  BIMODAL(
      (length, random) ->
          i -> (random.nextInt(4) == 0 ? 2.1 : 0) - 0.525 + 0.4 * random.nextGaussian()),
  /** Each carries half of the one before it. */
  AUTOCORRELATED(
      (length, random) -> {
        double[] state = {random.nextGaussian()};
        return i -> state[0] = 0.5 * state[0] + Math.sqrt(0.75) * random.nextGaussian();
      }),
  /** Slower and slower: three deviations from the first to the last. */
  DRIFTING((length, random) -> i -> random.nextGaussian() + 3.0 * i / length),
  /**
   * Up or down by five deviations at two places, but not within the last few: a step that young is
   * what a red is for.
   */
  STEPS(
      (length, random) -> {
        int first = random.nextInt(length - ChangePoints.SHORTEST);
        int second = random.nextInt(length - ChangePoints.SHORTEST);
        double up = random.nextBoolean() ? 5 : -5;
        double then = random.nextBoolean() ? 5 : -5;
        return i -> random.nextGaussian() + (i >= first ? up : 0) + (i >= second ? then : 0);
      });

  /** A series of about deviation 1, of which one value after the other is asked for. */
  private interface Shape {
    IntToDoubleFunction of(int length, RandomGenerator random);
  }

  @SuppressWarnings("ImmutableEnumChecker") // functions, which hold nothing
  private final Shape shape;

  Noise(Shape shape) {
    this.shape = shape;
  }

  /** A series whose noise has about this standard deviation. */
  double[] series(int length, double deviation, RandomGenerator random) {
    IntToDoubleFunction values = shape.of(length, random);
    return IntStream.range(0, length)
        .mapToDouble(i -> deviation * values.applyAsDouble(i))
        .toArray();
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
