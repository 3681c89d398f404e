package io.perfline.gate.text;

import io.perfline.gate.judge.NoiseReport.Detection;
import io.perfline.gate.judge.NoiseReport.Noise;
import io.perfline.gate.thresholds.Threshold;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Describes how much a build differs from itself. */
public final class NoiseText {

  /** The step of proposed limits, in percent. */
  private static final double STEP = 0.5;

  private NoiseText() {}

  /**
   * Describes the noise under each limit, with what it means for the limit. For several cases it is
   * what it means in the one that needs the loosest limit.
   *
   * @param budget the time of a comparison
   */
  public static List<String> of(List<Noise> all, Duration budget) {
    return all.stream()
        .collect(
            Collectors.groupingBy(
                noise -> noise.threshold().id(), LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(cases -> ofLimit(cases, budget))
        .toList();
  }

  private static String ofLimit(List<Noise> cases, Duration budget) {
    Noise worst = Collections.max(cases, Comparator.comparing(Noise::decidablePercent));
    DoubleSummaryStatistics starts =
        cases.stream().mapToDouble(Noise::startsPercent).summaryStatistics();
    boolean one = cases.size() == 1;
    return String.format(
        Locale.ROOT,
        "%s of %s (limit %s): two starts of this build differ by ±%s%.1f %%; %s%s",
        worst.threshold().metric().id(),
        one ? worst.caseName() : cases.size() + " cases",
        worst.threshold().id(),
        one ? "" : String.format(Locale.ROOT, "%.1f to ±", starts.getMin()),
        starts.getMax(),
        one ? "" : "at worst, in %s, ".formatted(worst.caseName()),
        worst.found().isEmpty() ? tooStrict(worst, budget) : found(worst));
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
