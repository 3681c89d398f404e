package io.perfline.gate.verdict;

import java.util.List;

/**
 * The cases that further measuring may decide: undecided or exceeded in a comparison by pairs.
 * Lines that are finally decided, and runs without any verdict, are not included.
 */
public final class UndecidedCases {

  private UndecidedCases() {}

  /** Returns the names, each once, in the verdict's order. */
  public static List<String> of(Verdict verdict) {
    return !verdict.problems().isEmpty()
            || verdict.lines().stream().anyMatch(UndecidedCases::spoilt)
        ? List.of()
        : verdict.lines().stream()
            .filter(UndecidedCases::open)
            .map(Line::caseName)
            .distinct()
            .toList();
  }

  private static boolean spoilt(Line line) {
    return line.outcome() == Outcome.INVALID && !line.finding().open();
  }

  static boolean open(Line line) {
    return paired(line) && (line.finding().open() || line.finding() == Finding.BROKEN);
  }

  static boolean paired(Line line) {
    return line.baseline() != null && line.baseline().kind().equals("paired");
  }
}
