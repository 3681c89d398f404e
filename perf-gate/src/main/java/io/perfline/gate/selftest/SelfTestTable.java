package io.perfline.gate.selftest;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** The table that people read, a line as soon as it is known. */
final class SelfTestTable {

  private static final String LINE = "%-27s %-9s %9s %5s %10s %9s %13s%n";

  private SelfTestTable() {}

  static void head(PrintWriter out) {
    out.printf(
        Locale.ROOT,
        LINE,
        "change",
        "threshold",
        "verdicts",
        "red",
        "undecided",
        "median s",
        "seen, median");
    out.flush();
  }

  static void line(PrintWriter out, Change change, Row row) {
    out.printf(
        Locale.ROOT,
        LINE,
        change.told(),
        change.threshold(),
        row.verdicts(),
        row.red(),
        row.undecided(),
        String.format(Locale.ROOT, "%.0f", row.median_seconds()),
        row.median_change_percent() == null
            ? "-"
            : String.format(Locale.ROOT, "%+.1f %%", row.median_change_percent()));
    out.flush();
  }

  /** What the rows come to. */
  static void foot(PrintWriter out, List<Row> rows) {
    out.printf("%nFalse alarms: %s. Changes found: %s.%n", red(rows, true), red(rows, false));
    out.flush();
  }

  private static String red(List<Row> rows, boolean allowed) {
    List<Row> those = rows.stream().filter(row -> row.allowed() == allowed).toList();
    return "%d in %d verdicts"
        .formatted(
            those.stream().mapToInt(Row::red).sum(), those.stream().mapToInt(Row::verdicts).sum());
  }
}
