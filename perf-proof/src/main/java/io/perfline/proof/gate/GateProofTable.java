package io.perfline.proof.gate;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** The table that people read, a line as soon as it is known. */
final class GateProofTable {

  private static final String LINE = "%-27s %-9s %9s %5s %10s %9s %13s%n";

  private GateProofTable() {}

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

  static void line(PrintWriter out, InjectedChange change, GateProofRow row) {
    out.printf(
        Locale.ROOT,
        LINE,
        change.told(),
        change.threshold(),
        row.verdicts(),
        row.red(),
        row.undecided(),
        String.format(Locale.ROOT, "%.0f", row.medianSeconds()),
        row.medianChangePercent() == null
            ? "-"
            : String.format(Locale.ROOT, "%+.1f %%", row.medianChangePercent()));
    out.flush();
  }

  /** What the rows come to. */
  static void foot(PrintWriter out, List<GateProofRow> rows) {
    out.printf("%nFalse alarms: %s. Changes found: %s.%n", red(rows, true), red(rows, false));
    out.flush();
  }

  private static String red(List<GateProofRow> rows, boolean allowed) {
    List<GateProofRow> those = rows.stream().filter(row -> row.allowed() == allowed).toList();
    return "%d in %d verdicts"
        .formatted(
            those.stream().mapToInt(GateProofRow::red).sum(),
            those.stream().mapToInt(GateProofRow::verdicts).sum());
  }
}
