package io.perfline.gate.judge;

import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Puts the baseline's stricter verdicts in the place of this commit's, where the rules were made
 * looser and that isn't accepted.
 *
 * @param changes the changes that aren't accepted
 * @param baseline the baseline's name for people
 */
record WorseOfBoth(List<RuleChange> changes, String baseline) {

  private static final List<Outcome> FROM_BEST =
      List.of(Outcome.NOT_IN_PROFILE, Outcome.PASS, Outcome.WARN, Outcome.INVALID, Outcome.FAIL);

  /**
   * Changes {@code lines} in place.
   *
   * @param lines the lines by the rules of this commit
   * @param old the lines by the rules of its baseline
   */
  void merge(List<Line> lines, List<Line> old) {
    boolean all =
        RuleChanges.anyBelow(changes, RuleChanges.VALID_RUN)
            || RuleChanges.anyBelow(changes, RuleChanges.WAIVERS);
    Set<String> loosened = RuleChanges.thresholds(changes).collect(Collectors.toSet());
    for (Line was : old) {
      if (all || loosened.contains(was.threshold())) {
        merge(lines, was);
      }
    }
  }

  private void merge(List<Line> lines, Line was) {
    Line told = was.withReason("%s (limit of %s)".formatted(was.reason(), baseline));
    for (int i = 0; i < lines.size(); i++) {
      Line is = lines.get(i);
      if (is.threshold().equals(was.threshold())
          && is.caseName().equals(was.caseName())
          && Objects.equals(is.target(), was.target())) {
        if (rank(was) > rank(is)) {
          lines.set(i, told);
        }
        return;
      }
    }
    if (rank(was) > rank(Outcome.PASS)) {
      lines.add(told);
    }
  }

  private static int rank(Line line) {
    return rank(line.outcome());
  }

  private static int rank(Outcome outcome) {
    return FROM_BEST.indexOf(outcome);
  }
}
