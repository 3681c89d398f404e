package io.perfline.gate.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The one order of lines in all outputs, beginning with the worst: servers that ended, then
 * comparisons, then absolute limits, each by the used share of its limit, and last the lines
 * without a value. Lines that are equally bad keep their order.
 */
public final class Severity {

  public static final Comparator<Line> WORST_FIRST =
      Comparator.comparing(Severity::kind)
          .thenComparing(Comparator.comparingDouble(Severity::used).reversed());

  private enum Kind {
    ENDED_SERVER,
    COMPARISON,
    ABSOLUTE,
    WITHOUT_VALUE
  }

  /** The smallest limit that values are divided by, because a limit can be 0. */
  private static final double SMALLEST = 1e-9;

  private Severity() {}

  /** Sorts lines, the worst first. */
  public static List<Line> worstFirst(List<Line> lines) {
    return lines.stream().sorted(WORST_FIRST).toList();
  }

  public static Optional<Line> worst(Stream<Line> lines) {
    return lines.sorted(WORST_FIRST).findFirst();
  }

  private static Kind kind(Line line) {
    if (line.finding() == Finding.SERVER_ENDED) {
      return Kind.ENDED_SERVER;
    }
    if (line.value() == null) {
      return Kind.WITHOUT_VALUE;
    }
    return line.relative() ? Kind.COMPARISON : Kind.ABSOLUTE;
  }

  /**
   * Returns the used share of what the limit permits: 1 at the limit, more beyond it. A change in
   * percent uses logarithms, so that +10 % and a tenth less are equally far, and it is negative if
   * it is for the better. 0 if the line has no value, or its limit is not a number.
   */
  static double used(Line line) {
    OptionalDouble limit = line.value() == null ? OptionalDouble.empty() : line.bound();
    if (limit.isEmpty()) {
      return 0;
    }
    double used;
    if (line.relative() && line.inPercent()) {
      double change = Math.log1p(line.value() / 100);
      double permitted = Math.log1p(limit.getAsDouble() / 100);
      double beyond = line.limited().isUpper() ? change - permitted : permitted - change;
      used = 1 + beyond / Math.max(Math.abs(permitted), SMALLEST);
    } else {
      double share = line.value() / Math.max(limit.getAsDouble(), SMALLEST);
      used = line.limited().isUpper() ? share : 1 / share;
    }
    return Double.isNaN(used) ? 0 : used;
  }
}
