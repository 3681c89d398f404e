package io.perfline.gate.judge;

import io.perfline.gate.metric.Condition;
import io.perfline.gate.thresholds.Waiver;
import io.perfline.gate.verdict.Finding;
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
   * The effect of the waivers on the finding of a threshold.
   *
   * @param finding {@link Finding#WAIVED} if a waiver permits that the limit is exceeded
   * @param note text to append to the reason; empty if there is none
   */
  record Decision(Finding finding, String note) {}

  /**
   * Finds the waiver for a threshold, which only an exceeded one needs.
   *
   * @param within tests whether the measured value is within a ceiling
   */
  Decision decide(Finding finding, LineBuilder lines, Predicate<Condition> within) {
    Decision decision = new Decision(finding, "");
    if (finding != Finding.BROKEN) {
      return decision;
    }
    for (Waiver.OfThreshold waiver : waivers) {
      if (waiver.threshold().equals(lines.threshold())
          && waiver.cases().matches(lines.planned().name())) {
        Condition ceiling = waiver.ceiling(lines.pass());
        if (!waiver.holdsOn(today)) {
          decision = new Decision(finding, "; its waiver ended on " + waiver.until());
        } else if (!within.test(ceiling)) {
          decision = new Decision(finding, "; beyond its waiver's ceiling too, " + ceiling.text());
        } else {
          return new Decision(
              Finding.WAIVED,
              "; waived up to %s until %s (%s: %s)"
                  .formatted(ceiling.text(), waiver.until(), waiver.issue(), waiver.reason()));
        }
      }
    }
    return decision;
  }
}
