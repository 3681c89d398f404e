package io.perfline.proof.gate;

import io.perfline.core.command.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToIntFunction;

/** The table that people read. */
final class GateProofTable {

  private static final List<String> HEAD =
      List.of(
          "change",
          "way in",
          "red",
          "verdicts",
          "undecided",
          "no verdict",
          "load s",
          "seen",
          "seen by");

  private GateProofTable() {}

  /** All rows and what they come to. */
  static void print(List<GateProofRow> rows, PrintWriter out) {
    TextTable table = TextTable.of(HEAD, Set.of(2, 3, 4, 5, 6, 7));
    for (GateProofRow row : rows) {
      table.row(
          List.of(
              row.change(),
              row.way(),
              Integer.toString(row.red()),
              Integer.toString(row.verdicts()),
              Integer.toString(row.undecided()),
              Integer.toString(row.noVerdict()),
              String.format(Locale.ROOT, "%.0f", row.medianSeconds()),
              row.medianChangePercent() == null
                  ? "-"
                  : String.format(Locale.ROOT, "%+.1f %%", row.medianChangePercent()),
              row.seenBy().isEmpty() ? "-" : String.join(", ", row.seenBy().keySet())));
    }
    out.printf("%n%s%n", table);
    out.printf("False alarms: %s. Changes found: %s.%n", red(rows, true), red(rows, false));
    out.flush();
  }

  /** How sharp the metrics are; nothing where no build was judged against itself. */
  static void printSharpness(List<Sharpness> all, PrintWriter out) {
    if (all.isEmpty()) {
      return;
    }
    TextTable table =
        TextTable.of(
            List.of("way in", "metric", "pairs", "sure to", "found, least", "most"),
            Set.of(2, 3, 4, 5));
    for (Sharpness sharpness : all) {
      table.row(
          List.of(
              sharpness.way(),
              sharpness.metric(),
              String.format(Locale.ROOT, "%.0f", sharpness.pairs()),
              String.format(Locale.ROOT, "±%.1f %%", sharpness.plusMinus()),
              String.format(Locale.ROOT, "%+.1f %%", sharpness.least()),
              String.format(Locale.ROOT, "%+.1f %%", sharpness.greatest())));
    }
    out.printf("%n%s%n", table);
    out.flush();
  }

  private static String red(List<GateProofRow> rows, boolean unchanged) {
    List<GateProofRow> those = rows.stream().filter(row -> row.unchanged() == unchanged).toList();
    return "%d in %d verdicts"
        .formatted(sum(those, GateProofRow::red), sum(those, GateProofRow::verdicts));
  }

  private static int sum(List<GateProofRow> rows, ToIntFunction<GateProofRow> count) {
    return rows.stream().mapToInt(count).sum();
  }
}
