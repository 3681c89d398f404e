package io.perfline.gate.text;

import io.perfline.gate.judge.NoiseReport.Detection;
import io.perfline.gate.judge.NoiseReport.Noise;
import io.perfline.gate.thresholds.Threshold;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Describes how much a build differs from itself. */
public final class NoiseText {

  /** The step of proposed limits, in percent. */
  private static final double STEP = 0.5;

  private NoiseText() {}

  /**
   * Describes the noise of each metric, with what it means for its limit.
   *
   * @param budget the time of a comparison
   */
  public static List<String> of(List<Noise> all, Duration budget) {
    return all.stream().map(noise -> of(noise, budget)).toList();
  }

  private static String of(Noise noise, Duration budget) {
    return String.format(
        Locale.ROOT,
        "%s of %s (limit %s): two starts of this build differ by ±%.1f %%; %s",
        noise.threshold().metric().id(),
        noise.caseName(),
        noise.threshold().id(),
        noise.startsPercent(),
        noise.found().isEmpty() ? tooStrict(noise, budget) : found(noise));
  }

  private static String tooStrict(Noise noise, Duration budget) {
    Threshold threshold = noise.threshold();
    return String.format(
        Locale.ROOT,
        "the limit of %s can't be decided here within %d min, this one can: {id: %s, pass: \"%s%.1f"
            + " %%\"}",
        threshold.pass().limit().text(),
        budget.toMinutes(),
        threshold.id(),
        threshold.pass().operator().fromAbove() ? "<= +" : ">= -",
        STEP * Math.ceil(noise.decidablePercent() / STEP));
  }

  private static String found(Noise noise) {
    Detection first = noise.found().get(0);
    String text =
        String.format(
            Locale.ROOT,
            "a change of %.1f %% will be found in about %.0f min",
            first.percent(),
            first.minutes());
    if (noise.found().size() == 1) {
      return text;
    }
    Detection smaller = noise.found().get(1);
    return text
        + String.format(
            Locale.ROOT, ", one of %.1f %% in %.0f min", smaller.percent(), smaller.minutes());
  }
}
