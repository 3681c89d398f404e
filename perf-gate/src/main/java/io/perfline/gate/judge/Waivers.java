package io.perfline.gate.judge;

import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.thresholds.Condition;
import io.perfline.gate.thresholds.Waiver;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Predicate;

/** The waivers of exceeded thresholds. */
final class Waivers {

  private final List<Waiver.OfThreshold> waivers;
  private final LocalDate today;

  Waivers(List<Waiver> waivers, LocalDate today) {
    this.waivers =
        waivers.stream()
            .filter(Waiver.OfThreshold.class::isInstance)
            .map(Waiver.OfThreshold.class::cast)
            .toList();
    this.today = today;
  }

  /**
   * The effect of the waivers on an exceeded threshold.
   *
   * @param waived true if a waiver permits it
   * @param note text to append to the reason; empty if there is none
   */
  record Decision(boolean waived, String note) {}

  /**
   * Finds the waiver for an exceeded threshold.
   *
   * @param within tests whether the measured value is within a ceiling
   */
  Decision decide(
      String threshold, CatalogueEntry entry, Condition pass, Predicate<Condition> within) {
    Decision decision = new Decision(false, "");
    for (Waiver.OfThreshold waiver : waivers) {
      if (waiver.threshold().equals(threshold) && waiver.cases().matches(entry.name())) {
        Condition ceiling = waiver.ceiling(pass);
        if (!waiver.holdsOn(today)) {
          decision = new Decision(false, "; its waiver ended on " + waiver.until());
        } else if (!within.test(ceiling)) {
          decision = new Decision(false, "; beyond its waiver's ceiling too, " + ceiling.text());
        } else {
          return new Decision(
              true,
              "; waived up to %s until %s (%s: %s)"
                  .formatted(ceiling.text(), waiver.until(), waiver.issue(), waiver.reason()));
        }
      }
    }
    return decision;
  }
}
