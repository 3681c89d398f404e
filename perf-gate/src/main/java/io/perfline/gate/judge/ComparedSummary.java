package io.perfline.gate.judge;

import io.perfline.core.run.RunBaseline;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.VerdictTable;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Says what a run was compared with, and where it came out worst. */
final class ComparedSummary {

  private static final int SHORT = 10;

  private ComparedSummary() {}

  /** Empty for a run that nobody asked to be compared; else without a full stop. */
  static String of(List<Line> lines, RunBaseline baseline, Outcome outcome) {
    if (baseline == null) {
      return "";
    }
    if (baseline.problem() != null) {
      return "Compared with nothing: " + baseline.problem();
    }
    String name = name(baseline);
    Optional<Line> worst = worst(lines);
    if (worst.isPresent()) {
      boolean kept =
          lines.stream().filter(ComparedSummary::inPairs).allMatch(ComparedSummary::isKept);
      return "%s %s: worst %s %s %s"
          .formatted(
              kept ? "No slower than" : "Compared with",
              name,
              worst.get().caseName(),
              worst.get().metric(),
              VerdictTable.measured(worst.get()));
    }
    return lines.stream().anyMatch(line -> line.finding() == Finding.UNCHANGED)
        ? "Unchanged since " + name
        : "Not compared with " + name;
  }

  /** The comparison in pairs that is nearest to its limit, or farthest beyond. */
  static Optional<Line> worst(List<Line> lines) {
    return lines.stream()
        .filter(line -> inPairs(line) && line.value() != null)
        .max(Comparator.comparingDouble(ComparedSummary::excess));
  }

  private static String name(RunBaseline baseline) {
    String name = baseline.name() == null ? "the baseline" : baseline.name();
    return baseline.commit() == null
        ? name
        : "%s (%s)".formatted(name, abbreviated(baseline.commit()));
  }

  static String abbreviated(String commit) {
    return commit.substring(0, Math.min(SHORT, commit.length()));
  }

  private static boolean inPairs(Line line) {
    return line.baseline() != null && line.baseline().kind().equals("paired");
  }

  private static boolean isKept(Line line) {
    return line.outcome() == Outcome.PASS;
  }

  /** How far beyond its limit, as a factor, so that limits of all kinds compare; below 1: kept. */
  static double excess(Line line) {
    double limit = Double.parseDouble(line.limit().replaceAll("[^0-9.+-]", ""));
    boolean fromAbove = line.limit().startsWith("<");
    if (line.baseline() != null) {
      double beyond = Math.log1p(line.value() / 100) - Math.log1p(limit / 100);
      return Math.exp(fromAbove ? beyond : -beyond);
    }
    return fromAbove ? line.value() / limit : limit / line.value();
  }
}
