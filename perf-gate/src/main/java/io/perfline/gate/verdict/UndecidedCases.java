package io.perfline.gate.verdict;

import java.util.List;

/**
 * Finds the cases that further measuring may decide: those with a comparison in pairs that is
 * undecided or exceeded. There are none if a line could not be validly measured, or the run has no
 * verdict.
 */
public final class UndecidedCases {

  private UndecidedCases() {}

  /** Returns the names, without duplicates, in the order of the verdict. */
  public static List<String> of(Verdict verdict) {
    return !verdict.problems().isEmpty()
            || verdict.lines().stream().anyMatch(Line::measuredInvalidly)
        ? List.of()
        : verdict.lines().stream()
            .filter(UndecidedCases::open)
            .map(Line::caseName)
            .distinct()
            .toList();
  }

  /** Returns true if further pairs may decide a line. */
  public static boolean open(Line line) {
    return line.comparesPairs() && (line.finding().open() || line.finding() == Finding.EXCEEDED);
  }
}
