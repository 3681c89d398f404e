package io.perfline.proof;

import java.util.List;
import java.util.stream.Stream;

/**
 * A kind of noise of a simulated build.
 *
 * @param pairs the scatter of the pairs
 * @param roundedAt the number of rounding steps in the value; 0 without rounding
 * @param effect standard deviation of the deployments of a build around its change, as a fraction
 * @param earlierBuilds number of builds that were measured before, with the same noise
 * @param earlierEffect the {@code effect} of those builds
 */
record BuildNoise(
    String name,
    PairNoise.Kind pairs,
    double roundedAt,
    double effect,
    int earlierBuilds,
    double earlierEffect) {

  private static final List<Double> EFFECTS = List.of(0.0, 0.01, 0.02, 0.03, 0.05);
  private static final PairNoise.Kind NORMAL = random -> random::nextGaussian;

  /** Returns all simulated kinds. */
  static List<BuildNoise> all() {
    return Stream.of(
            EFFECTS.stream().map(effect -> after(0, effect, effect)),
            EFFECTS.stream().map(effect -> after(3, effect, effect)),
            EFFECTS.stream().map(effect -> after(10, effect, effect)),
            Stream.of(after(10, 0.03, 0.02), after(10, 0.05, 0.01)),
            Stream.of(3, 10, 25).map(pairs -> modes(pairs, 0)),
            Stream.of(3, 10, 25).map(pairs -> modes(pairs, 10)),
            Stream.of(
                new BuildNoise("ties at 10 us", NORMAL, 10.5, 0, 0, 0),
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
    return new BuildNoise(name, pairs, 0, 0, 0, 0);
  }

  private static BuildNoise after(int builds, double effect, double earlierEffect) {
    String changed =
        effect == earlierEffect ? "" : String.format(" with %.0f %%", 100 * earlierEffect);
    return new BuildNoise(
        "normal" + named(builds) + changed, NORMAL, 0, effect, builds, earlierEffect);
  }

  private static BuildNoise modes(int pairs, int builds) {
    return new BuildNoise(
        "modes of " + pairs + " pairs" + named(builds),
        random -> new PairNoise.Modes(pairs, random),
        0,
        0,
        builds,
        0);
  }

  private static String named(int builds) {
    return builds == 0 ? "" : ", " + builds + " earlier";
  }
}
