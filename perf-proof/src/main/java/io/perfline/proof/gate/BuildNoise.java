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
 * @param freedom degrees of freedom of the variance that is known from earlier builds
 */
record BuildNoise(
    String name, PairNoise.Kind pairs, double roundedAt, double effect, int freedom) {

  private static final List<Double> EFFECTS = List.of(0.0, 0.01, 0.02, 0.03, 0.05);

  /** Degrees of freedom after some builds. */
  private static final int HISTORY = 20;

  /** All kinds that are simulated. */
  static List<BuildNoise> all() {
    return Stream.of(
            EFFECTS.stream().map(effect -> normal("normal", effect, 0)),
            EFFECTS.stream().map(effect -> normal("normal, after ten builds", effect, HISTORY)),
            Stream.of(3, 10, 25)
                .map(pairs -> of("modes of " + pairs + " pairs", r -> new PairNoise.Modes(pairs, r))),
            Stream.of(
                new BuildNoise("ties at 10 us", r -> r::nextGaussian, 10.5, 0, 0),
                of("drift", PairNoise::drifting),
                of("steps", PairNoise::stepping),
                of(
                    "skewed",
                    r -> PairNoise.ofMachine(() -> r.nextExponential() - 1, r)),
                of("correlation -0.5", r -> PairNoise.correlated(-0.5, r)),
                of("correlation 0.3", r -> PairNoise.correlated(0.3, r)),
                of("correlation 0.5", r -> PairNoise.correlated(0.5, r)),
                of("correlation 0.8", r -> PairNoise.correlated(0.8, r))))
        .flatMap(kinds -> kinds)
        .toList();
  }

  private static BuildNoise normal(String name, double effect, int freedom) {
    return new BuildNoise(name, random -> random::nextGaussian, 0, effect, freedom);
  }

  private static BuildNoise of(String name, PairNoise.Kind pairs) {
    return new BuildNoise(name, pairs, 0, 0, 0);
  }

  /** Draws the effect of one deployment. */
  double drawn(RandomGenerator random) {
    return effect * random.nextGaussian();
  }
}
