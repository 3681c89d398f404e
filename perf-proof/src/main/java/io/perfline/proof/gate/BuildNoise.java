package io.perfline.proof.gate;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A kind of noise in a simulated build.
 *
 * @param name as the table has it
 * @param pairs how the pairs scatter
 * @param roundedAt the value, in steps, that is rounded to whole steps; 0 if nothing is rounded
 * @param effect standard deviation of the deployments of a build around its change, as a fraction
 */
record BuildNoise(String name, PairNoise.Kind pairs, double roundedAt, double effect) {

  private static final List<Double> EFFECTS = List.of(0.0, 0.01, 0.02, 0.03, 0.05);

  /** All kinds that are simulated. */
  static List<BuildNoise> all() {
    return Stream.of(
            EFFECTS.stream()
                .map(effect -> new BuildNoise("normal", r -> r::nextGaussian, 0, effect)),
            Stream.of(3, 10, 25)
                .map(
                    pairs ->
                        of("modes of " + pairs + " pairs", r -> new PairNoise.Modes(pairs, r))),
            Stream.of(
                new BuildNoise("ties at 10 us", r -> r::nextGaussian, 10.5, 0),
                of("drift", PairNoise::drifting),
                of("steps", PairNoise::stepping),
                of("skewed", r -> PairNoise.ofMachine(() -> r.nextExponential() - 1, r)),
                of("correlation -0.5", r -> PairNoise.correlated(-0.5, r)),
                of("correlation 0.3", r -> PairNoise.correlated(0.3, r)),
                of("correlation 0.5", r -> PairNoise.correlated(0.5, r)),
                of("correlation 0.8", r -> PairNoise.correlated(0.8, r))))
        .flatMap(kinds -> kinds)
        .toList();
  }

  private static BuildNoise of(String name, PairNoise.Kind pairs) {
    return new BuildNoise(name, pairs, 0, 0);
  }

  /** Draws the effect of one deployment. */
  double drawn(RandomGenerator random) {
    return effect * random.nextGaussian();
  }
}
