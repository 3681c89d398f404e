package io.perfline.gate.judge;

import io.perfline.gate.judge.Reason.Waived;
import io.perfline.gate.judge.Reason.Waived.Effect;
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
   * @param waiver the waiver of an exceeded limit; null if there is none
   */
  record Decision(Finding finding, Waived waiver) {}

  /**
   * Finds the waiver for a threshold, which only an exceeded one needs.
   *
   * @param within tests whether the measured value is within a ceiling
   */
  Decision decide(Finding finding, LineBuilder lines, Predicate<Condition> within) {
    Decision decision = new Decision(finding, null);
    if (finding != Finding.EXCEEDED) {
      return decision;
    }
    for (Waiver.OfThreshold waiver : waivers) {
      if (waiver.threshold().equals(lines.threshold())
          && waiver.cases().matches(lines.planned().name())) {
        Condition ceiling = waiver.ceiling(lines.pass());
        Effect effect =
            !waiver.isValidOn(today)
                ? Effect.ENDED
                : within.test(ceiling) ? Effect.PERMITS : Effect.EXCEEDED_TOO;
        Waived waived = new Waived(effect, waiver, ceiling);
        if (effect == Effect.PERMITS) {
          return new Decision(Finding.WAIVED, waived);
        }
        decision = new Decision(finding, waived);
      }
    }
    return decision;
  }
}
