package io.perfline.gate.text;

import io.perfline.core.command.TextTable;
import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

public final class VerdictTable {

  private static final List<String> HEAD =
      List.of("", "threshold", "case", "target", "metric", "measured", "limit", "samples", "");

  private static final int CASE = 2;
  private static final int TARGET = 3;
  private static final int REASON = 8;

  /** The length of the longest reason that is repeated for the next threshold of the same case. */
  static final int LONG = 40;

  private VerdictTable() {}

  /**
   * Formats the summary, then one line per threshold and case. The cases of other profiles share
   * one line per threshold.
   */
  public static String of(Verdict verdict) {
    StringBuilder text = new StringBuilder();
    text.append(verdict.outcome().id()).append(": ").append(verdict.summary()).append('\n');
    verdict.problems().forEach(problem -> text.append("  - ").append(problem).append('\n'));
    if (!verdict.lines().isEmpty()) {
      text.append('\n').append(table(verdict.lines()));
    }
    if (!verdict.notJudged().isEmpty()) {
      text.append("\nMeasured, not judged: %s\n".formatted(String.join(", ", verdict.notJudged())));
    }
    return text.toString();
  }

  private static String table(List<Line> lines) {
    TextTable table = TextTable.of(HEAD);
    Set<String> elsewhere = new HashSet<>();
    Line above = null;
    for (Line line : lines) {
      if (!line.finding().elsewhere()) {
        table.row(row(line, above));
        above = line;
      } else if (elsewhere.add(line.threshold() + line.finding())) {
        table.row(elsewhere(lines.stream().filter(other -> sameElsewhere(line, other)).toList()));
        above = null;
      }
    }
    return table.toString();
  }

  private static List<String> row(Line line, Line above) {
    List<String> row = new ArrayList<>(row(line));
    if (above != null
        && line.reasonWithMethods().length() > LONG
        && line.reasonWithMethods().equals(above.reasonWithMethods())
        && line.caseName().equals(above.caseName())) {
      row.set(REASON, "as above");
    }
    return row;
  }

  private static List<String> row(Line line) {
    boolean plain =
        line.finding() == Finding.WITHIN_PASS && line.baseline() == null && line.interval() == null;
    return List.of(
        ValueText.outcome(line),
        line.threshold(),
        line.caseName(),
        line.target() == null ? "–" : line.target(),
        line.metric(),
        ValueText.measured(line),
        line.limit(),
        line.samples() == 0 ? "–" : FigureFormat.number(line.samples()),
        plain ? "" : Quotation.shortened(line.reasonWithMethods()));
  }

  private static boolean sameElsewhere(Line line, Line other) {
    return other.finding() == line.finding() && other.threshold().equals(line.threshold());
  }

  /** Returns one row for all cases of a threshold that other profiles measure. */
  private static List<String> elsewhere(List<Line> lines) {
    List<String> row = new ArrayList<>(row(lines.get(0)));
    if (lines.size() > 1) {
      row.set(CASE, lines.size() + " cases");
      row.set(TARGET, joined(lines, Line::target));
      row.set(REASON, joined(lines, Line::reasonWithMethods));
    }
    return row;
  }

  private static String joined(List<Line> lines, Function<Line, String> part) {
    return lines.stream()
        .map(part)
        .filter(Objects::nonNull)
        .distinct()
        .collect(Collectors.joining("; "));
  }
}
