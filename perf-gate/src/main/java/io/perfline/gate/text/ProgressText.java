package io.perfline.gate.text;

import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.UndecidedCases;
import io.perfline.gate.verdict.Verdict;
import java.util.Optional;

/** Describes how further pairs moved the intervals of a verdict. */
public final class ProgressText {

  private ProgressText() {}

  /**
   * Describes, in one line per threshold, the cases that have more pairs than before.
   *
   * @param before the verdict on the same run with fewer pairs
   */
  public static String of(Verdict before, Verdict now) {
    StringBuilder text = new StringBuilder();
    for (Line line : now.lines()) {
      earlier(before, line)
          .filter(old -> old.samples() < line.samples())
          .ifPresent(old -> text.append(describe(old, line)));
    }
    return text.toString();
  }

  private static Optional<Line> earlier(Verdict before, Line line) {
    return before.lines().stream()
        .filter(Line::comparesPairs)
        .filter(old -> old.threshold().equals(line.threshold()))
        .filter(old -> old.caseName().equals(line.caseName()))
        .findFirst();
  }

  private static String describe(Line old, Line line) {
    return "%s on %s: %s -> %s: %s\n"
        .formatted(
            line.threshold(),
            line.caseName(),
            interval(old),
            interval(line),
            UndecidedCases.open(line) ? line.finding().id() + " still" : line.outcome().id());
  }

  private static String interval(Line line) {
    return "%s after %s pairs"
        .formatted(
            line.interval() == null ? "no interval" : ValueText.interval(line),
            FigureFormat.number(line.samples()));
  }
}
