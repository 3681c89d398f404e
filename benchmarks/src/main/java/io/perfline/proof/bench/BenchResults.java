package io.perfline.proof.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.command.TextTable;
import io.perfline.core.file.Json;
import io.perfline.proof.bench.BenchRow.MedianInterval;
import io.perfline.sims.driver.DriverException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** Prints and writes each row at once, so that later failures lose none. */
final class BenchResults {

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

  /** Measures something and adds its rows. */
  interface Step {
    void run() throws InterruptedException, IOException;
  }

  private final Path json;
  private final Consumer<String> progress;
  private final Set<String> chosen;
  private final List<BenchRow> rows = new ArrayList<>();

  /**
   * @param json the file for all rows so far; null for none
   * @param progress receives each row
   * @param chosen the names of what is measured, such as {@code recorder} or {@code recorder/http}
   */
  BenchResults(Path json, Consumer<String> progress, Set<String> chosen) {
    this.json = json;
    this.progress = progress;
    this.chosen = chosen;
  }

  void add(BenchRow row) throws IOException {
    rows.add(row);
    table(List.of(row)).stream().skip(1).forEach(progress);
    if (json != null) {
      writeFile(json, rows);
    }
  }

  /** Runs a step that was chosen by name or with all. If it fails, a row reports that. */
  void attempt(String name, Step step) throws InterruptedException, IOException {
    if (chosen.stream().noneMatch(one -> isPartOf(name, one) || isPartOf(one, name))) {
      return;
    }
    try {
      step.run();
    } catch (Fault | DriverException | IOException e) {
      add(BenchRow.missing(name, String.valueOf(e.getMessage())));
    }
  }

  private static boolean isPartOf(String part, String whole) {
    return (part + "/").startsWith(whole + "/");
  }

  List<BenchRow> rows() {
    return List.copyOf(rows);
  }

  /** Returns what was not measured, with the reasons. */
  List<String> failures() {
    return rows.stream()
        .filter(row -> !row.measured())
        .map(row -> row.name() + ": " + row.note())
        .toList();
  }

  /** Writes the rows as JSON; missing values are null. */
  static void writeFile(Path file, List<BenchRow> rows) throws IOException {
    Json.MAPPER.writeValue(file.toFile(), rows.stream().map(BenchResults::entry).toList());
  }

  private static ObjectNode entry(BenchRow row) {
    boolean hasRatio = row.hasRatio();
    MedianInterval interval = row.ratioInterval();
    boolean bounded = interval.isBounded();
    ObjectNode entry = Json.MAPPER.createObjectNode();
    entry.put("name", row.name());
    entry.put("ours", known(row.ours()));
    entry.put("peer", row.peer());
    entry.put("unit", row.unit());
    entry.put("ratio_median", hasRatio ? (Double) row.ratioMedian() : null);
    entry.put("ratio_low", bounded ? (Double) interval.low() : null);
    entry.put("ratio_high", bounded ? (Double) interval.high() : null);
    entry.put("ratio_min", hasRatio ? (Double) row.ratioMin() : null);
    entry.put("ratio_max", hasRatio ? (Double) row.ratioMax() : null);
    entry.put("pairs", row.ratios().size());
    entry.put("aim", row.aim());
    entry.put("p50_ms", known(row.p50Millis()));
    entry.put("p99_ms", known(row.p99Millis()));
    entry.put("server_cpu_us", known(row.serverCpuMicros()));
    entry.put("note", row.note().isEmpty() ? null : row.note());
    return entry;
  }

  private static Double known(double value) {
    return Double.isNaN(value) ? null : (Double) value;
  }

  /** Returns the rows as lines of a table with a head. */
  static List<String> table(List<BenchRow> rows) {
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
