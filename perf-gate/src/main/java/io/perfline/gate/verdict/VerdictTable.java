package io.perfline.gate.verdict;

import java.util.ArrayList;
import java.util.List;

/** The verdict as a table for the terminal. */
public final class VerdictTable {

  private static final List<String> HEAD =
      List.of("", "threshold", "case", "target", "metric", "measured", "limit", "samples", "");

  private VerdictTable() {}

  /** The summary first, then one line for each threshold and case. */
  public static String of(Verdict verdict) {
    StringBuilder text = new StringBuilder();
    text.append(verdict.outcome().word()).append(": ").append(verdict.summary()).append('\n');
    verdict.problems().forEach(problem -> text.append("  - ").append(problem).append('\n'));
    if (!verdict.lines().isEmpty()) {
      text.append('\n').append(table(verdict.lines()));
    }
    return text.toString();
  }

  private static String table(List<Line> lines) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    lines.forEach(line -> rows.add(row(line)));
    int[] widths = new int[HEAD.size()];
    rows.forEach(
        row -> {
          for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], row.get(i).length());
          }
        });
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static List<String> row(Line line) {
    boolean plain =
        line.finding() == Finding.WITHIN_PASS && line.baseline() == null && line.interval() == null;
    return List.of(
        line.outcome().word(),
        line.threshold(),
        line.caseName(),
        line.target() == null ? "–" : line.target(),
        line.metric(),
        measured(line),
        line.limit(),
        line.samples() == 0 ? "–" : Figures.number(line.samples()),
        plain ? "" : line.reason());
  }

  static String measured(Line line) {
    if (line.value() == null) {
      return "–";
    }
    if (line.baseline() == null) {
      return Figures.tell(line.value(), line.unit());
    }
    return Figures.change(line.value()) + (line.interval() == null ? "" : " " + interval(line));
  }

  /** {@code [+1.2 %, +3.4 %]}. */
  static String interval(Line line) {
    Interval interval = line.interval();
    return line.baseline() == null
        ? "[%s, %s]"
            .formatted(
                Figures.tell(interval.low(), line.unit()),
                Figures.tell(interval.high(), line.unit()))
        : "[%s, %s]".formatted(end(interval.low(), -1), end(interval.high(), 1));
  }

  private static String end(Double value, int sign) {
    return Figures.change(value == null ? sign * Double.POSITIVE_INFINITY : value);
  }
}
