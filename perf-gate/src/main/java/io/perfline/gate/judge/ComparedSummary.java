package io.perfline.gate.judge;

import io.perfline.core.git.CommitId;
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

  /** In place of a limit that allows no change at all. */
  private static final double SMALL = 1e-6;

  private ComparedSummary() {}

  /** Empty for a run that nobody asked to be compared; else without a full stop. */
  static String of(List<Line> lines, RunBaseline baseline) {
    if (baseline == null) {
      return "";
    }
    String compared = compared(lines, baseline);
    return baseline.equalBuilds() ? "A/A measurement of equal builds: " + compared : compared;
  }

  private static String compared(List<Line> lines, RunBaseline baseline) {
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
              !kept
                  ? "Compared with"
                  : lines.stream().anyMatch(ComparedSummary::isWorse)
                      ? "Within limits, though worse than"
                      : "No slower than",
              name,
              worst.get().caseName(),
              worst.get().metric(),
              VerdictTable.measured(worst.get()));
    }
    return lines.stream().anyMatch(line -> line.finding() == Finding.UNCHANGED)
        ? "Unchanged since " + name
        : "Not compared with " + name;
  }

  /** The comparison in pairs that uses up most of its limit, or goes farthest beyond. */
  static Optional<Line> worst(List<Line> lines) {
    return lines.stream()
        .filter(line -> inPairs(line) && line.value() != null)
        .max(Comparator.comparingDouble(ComparedSummary::used));
  }

  /** Which share of what its limit allows a change takes: 1 at the limit, below 0 when better. */
  private static double used(Line line) {
    return 1 + beyond(line) / Math.max(Math.abs(Math.log1p(limit(line) / 100)), SMALL);
  }

  /** How far a change is beyond its limit, as a logarithm; below 0: kept. */
  private static double beyond(Line line) {
    double beyond = Math.log1p(line.value() / 100) - Math.log1p(limit(line) / 100);
    return isFromAbove(line) ? beyond : -beyond;
  }

  private static double limit(Line line) {
    return Double.parseDouble(line.limit().replaceAll("[^0-9.+-]", ""));
  }

  private static boolean isFromAbove(Line line) {
    return line.limit().startsWith("<");
  }

  static String name(RunBaseline baseline) {
    String name = baseline.name() == null ? "the baseline" : baseline.name();
    return baseline.commit() == null
        ? name
        : "%s (%s)".formatted(name, abbreviated(baseline.commit()));
  }

  static String abbreviated(String commit) {
    return CommitId.shortened(commit);
  }

  private static boolean inPairs(Line line) {
    return line.baseline() != null && line.baseline().kind().equals("paired");
  }

  private static boolean isWorse(Line line) {
    return line.finding() == Finding.WORSE_WITHIN_PASS && inPairs(line);
  }

  private static boolean isKept(Line line) {
    return line.outcome() == Outcome.PASS;
  }

  /** How far beyond its limit, as a factor, so that limits of all kinds compare; below 1: kept. */
  static double excess(Line line) {
    if (line.baseline() != null) {
      return Math.exp(beyond(line));
    }
    return isFromAbove(line) ? line.value() / limit(line) : limit(line) / line.value();
  }
}
