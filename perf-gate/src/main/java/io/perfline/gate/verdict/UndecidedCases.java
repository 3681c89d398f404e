package io.perfline.gate.verdict;

import java.util.List;
import java.util.Optional;

/**
 * Finds the cases that further measuring may decide: those with a comparison in pairs that is
 * undecided or exceeded. There are none if a line could not be validly measured, or the run has no
 * verdict.
 */
public final class UndecidedCases {

  private UndecidedCases() {}

  /** Returns the names, without duplicates, in the order of the verdict. */
  public static List<String> of(Verdict verdict) {
    return !verdict.problems().isEmpty() || verdict.lines().stream().anyMatch(Line::spoilt)
        ? List.of()
        : verdict.lines().stream()
            .filter(UndecidedCases::open)
            .map(Line::caseName)
            .distinct()
            .toList();
  }

  static boolean open(Line line) {
    return line.comparesPairs() && (line.finding().open() || line.finding() == Finding.BROKEN);
  }

  /**
   * Describes, in one line per threshold, the cases that have more pairs than before.
   *
   * @param before the verdict on the same run with fewer pairs
   */
  public static String progress(Verdict before, Verdict now) {
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
            UndecidedCases.open(line) ? line.finding().word() + " still" : line.outcome().word());
  }

  private static String interval(Line line) {
    return "%s after %s pairs"
        .formatted(
            line.interval() == null ? "no interval" : VerdictTable.interval(line),
            FigureFormat.number(line.samples()));
  }
}
