package io.perfline.proof;

import io.perfline.gate.statistics.ChangePoints;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** A kind of noise of a machine, as a series of additive log factors of the measured value. */
enum Noise {
  NORMAL((length, random) -> i -> random.nextGaussian()),
  /** Exponential: often slightly fast, sometimes very slow. */
  SKEWED((length, random) -> i -> random.nextExponential() - 1),
  /** One value in four is in a slower mode. */
  BIMODAL(
      (length, random) ->
          i -> (random.nextInt(4) == 0 ? 2.1 : 0) - 0.525 + 0.4 * random.nextGaussian()),
  /** Each value contains half of the previous one. */
  AUTOCORRELATED(
      (length, random) -> {
        double[] state = {random.nextGaussian()};
        return i -> state[0] = 0.5 * state[0] + Math.sqrt(0.75) * random.nextGaussian();
      }),
  /** Values rise steadily, by three standard deviations from the first to the last. */
  DRIFTING((length, random) -> i -> random.nextGaussian() + 3.0 * i / length),
  /**
   * The level moves up or down by five standard deviations at two places, but not within the last
   * few values, because such a step is what should fail.
   */
  STEPS(
      (length, random) -> {
        int first = random.nextInt(length - ChangePoints.SHORTEST);
        int second = random.nextInt(length - ChangePoints.SHORTEST);
        double up = random.nextBoolean() ? 5 : -5;
        double then = random.nextBoolean() ? 5 : -5;
        return i -> random.nextGaussian() + (i >= first ? up : 0) + (i >= second ? then : 0);
      });

  /** Creates a series with a standard deviation of about 1, whose values are requested in order. */
  private interface Shape {
    IntToDoubleFunction of(int length, RandomGenerator random);
  }

  @SuppressWarnings("ImmutableEnumChecker")
  private final Shape shape;

  Noise(Shape shape) {
    this.shape = shape;
  }

  /** Returns a series with about this standard deviation. */
  double[] series(int length, double deviation, RandomGenerator random) {
    IntToDoubleFunction values = shape.of(length, random);
    return IntStream.range(0, length)
        .mapToDouble(i -> deviation * values.applyAsDouble(i))
        .toArray();
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
