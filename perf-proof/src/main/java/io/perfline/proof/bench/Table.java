package io.perfline.proof.bench;

import io.perfline.core.command.TextTable;
import java.util.List;
import java.util.Locale;

/** The result for people, in columns. */
final class Table {

  private static final List<String> HEAD =
      List.of(
          "",
          "ours",
          "p50",
          "p99",
          "server CPU",
          "peer",
          "",
          "ratio [95 %] (least to most)",
          "aim",
          "");
  private static final String NONE = "–";

  private Table() {}

  /** The lines, the head first. */
  static List<String> of(List<BenchRow> rows) {
    TextTable table = TextTable.of(HEAD);
    rows.forEach(row -> table.row(cells(row)));
    return table.lines();
  }

  private static List<String> cells(BenchRow row) {
    return List.of(
        row.name(),
        Double.isNaN(row.ours()) ? NONE : figure(row.ours()) + " " + row.unit(),
        millis(row.p50Millis()),
        millis(row.p99Millis()),
        Double.isNaN(row.serverCpuMicros()) ? NONE : format("%.1f µs/msg", row.serverCpuMicros()),
        row.peer() == null ? NONE : figure(row.peer()),
        row.against(),
        row.hasRatio() ? ratio(row) : NONE,
        row.aim() == null
            ? NONE
            : row.hasRatio() ? format("%.2f", row.aim()) : "at most " + figure(row.aim()),
        row.aim() == null ? firstLine(row.note()) : row.reached() ? "reached" : "short");
  }

  private static String ratio(BenchRow row) {
    MedianInterval interval = row.ratioInterval();
    return format(
        "%.2f%s (%.2f–%.2f, %d pairs)",
        row.ratioMedian(),
        interval.isBounded() ? format(" [%.2f, %.2f]", interval.low(), interval.high()) : "",
        row.ratioMin(),
        row.ratioMax(),
        row.ratios().size());
  }

  private static String firstLine(String note) {
    return note.lines().findFirst().orElse("");
  }

  private static String figure(double value) {
    return format(value < 1_000 ? "%.3g" : "%,.0f", value);
  }

  private static String millis(double value) {
    return Double.isNaN(value) ? NONE : format(value < 10 ? "%.2f ms" : "%.0f ms", value);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
