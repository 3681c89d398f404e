package io.perfline.gate.history;

import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.thresholds.Waiver;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** The level shifts that waivers acknowledge. */
public final class KnownShifts {

  private final List<Waiver.OfShift> waivers;

  /** Uses the waivers that are valid on {@code today}. */
  public KnownShifts(List<Waiver> waivers, LocalDate today) {
    this.waivers =
        waivers.stream()
            .filter(Waiver.OfShift.class::isInstance)
            .map(Waiver.OfShift.class::cast)
            .filter(waiver -> waiver.isValidOn(today))
            .toList();
  }

  /**
   * Describes the waiver for a shift; empty if there is none.
   *
   * @param candidates the runs that may have begun the shift
   */
  Optional<String> of(String caseName, Metric metric, List<PastCase> candidates) {
    return waivers.stream()
        .filter(waiver -> waiver.cases().matches(caseName))
        .filter(waiver -> waiver.metric() == metric)
        .filter(waiver -> candidates.stream().anyMatch(pastCase -> came(waiver, pastCase)))
        .map(
            waiver -> "%s: %s, until %s".formatted(waiver.issue(), waiver.reason(), waiver.until()))
        .findFirst();
  }

  private static boolean came(Waiver.OfShift waiver, PastCase pastCase) {
    return pastCase.commit().startsWith(waiver.commit());
  }
}
