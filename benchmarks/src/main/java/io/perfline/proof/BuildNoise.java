package io.perfline.proof;

import io.perfline.gate.judge.PairedDecision;
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
 * @param earlierDeployments the number of deployments of each of those builds
 */
record BuildNoise(
    String name,
    PairNoise.Kind pairs,
    double roundedAt,
    double effect,
    int earlierBuilds,
    double earlierEffect,
    int earlierDeployments) {

  private static final List<Double> EFFECTS = List.of(0.0, 0.01, 0.02, 0.03, 0.05);
  private static final PairNoise.Kind NORMAL = random -> random::nextGaussian;

  /** The number of deployments that are enough to decide a change after other builds. */
  private static final int ENOUGH = 4;

  /** The noise of a service of which only the first commit was measured. */
  static final BuildNoise AFTER_FIRST_COMMIT =
      new BuildNoise(
          "normal, second commit", NORMAL, 0, 0, 1, 0, PairedDecision.DEPLOYMENTS_OF_NOISE);

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
                new BuildNoise("ties at 10 us", NORMAL, 10.5, 0, 0, 0, ENOUGH),
                of("drift", PairNoise::drifting),
                of("steps", PairNoise::stepping),
                of("skewed", r -> PairNoise.ofMachine(() -> r.nextExponential() - 1, r)),
                of("correlation -0.5", r -> PairNoise.correlated(-0.5, r)),
                of("correlation 0.3", r -> PairNoise.correlated(0.3, r)),
                of("correlation 0.5", r -> PairNoise.correlated(0.5, r)),
                of("correlation 0.8", r -> PairNoise.correlated(0.8, r)),
                after10("correlation 0.8", r -> PairNoise.correlated(0.8, r))))
        .flatMap(kinds -> kinds)
        .toList();
  }

  private static BuildNoise of(String name, PairNoise.Kind pairs) {
    return new BuildNoise(name, pairs, 0, 0, 0, 0, ENOUGH);
  }

  private static BuildNoise after(int builds, double effect, double earlierEffect) {
    String changed =
        effect == earlierEffect ? "" : String.format(" with %.0f %%", 100 * earlierEffect);
    return new BuildNoise(
        "normal" + named(builds) + changed, NORMAL, 0, effect, builds, earlierEffect, ENOUGH);
  }

  private static BuildNoise after10(String name, PairNoise.Kind pairs) {
    return new BuildNoise(name + named(10), pairs, 0, 0, 10, 0, ENOUGH);
  }

  private static BuildNoise modes(int pairs, int builds) {
    return new BuildNoise(
        "modes of " + pairs + " pairs" + named(builds),
        random -> new PairNoise.Modes(pairs, random),
        0,
        0,
        builds,
        0,
        ENOUGH);
  }

  private static String named(int builds) {
    return builds == 0 ? "" : ", " + builds + " earlier";
  }
}
