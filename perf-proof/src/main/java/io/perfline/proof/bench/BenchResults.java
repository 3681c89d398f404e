package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.sims.driver.DriverException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rows as they come, told and written at once: what was measured stays, whatever fails later.
 */
final class BenchResults {

  /** Something that measures and adds its rows. */
  interface Step {
    void run() throws InterruptedException, IOException;
  }

  private final Path json;
  private final Consumer<String> progress;
  private final List<BenchRow> rows = new ArrayList<>();

  /**
   * @param json holds all rows so far; null for none
   * @param progress is told each row
   */
  BenchResults(Path json, Consumer<String> progress) {
    this.json = json;
    this.progress = progress;
  }

  /** Keeps a row. */
  void add(BenchRow row) throws IOException {
    rows.add(row);
    Table.of(List.of(row)).stream().skip(1).forEach(progress);
    if (json != null) {
      ResultFile.write(json, rows);
    }
  }

  /** Runs a step. When it fails, that is a row of its own, and what follows is measured still. */
  void attempt(String name, Step step) throws InterruptedException, IOException {
    try {
      step.run();
    } catch (Fault | DriverException | IOException e) {
      add(BenchRow.missing(name, String.valueOf(e.getMessage())));
    }
  }

  /** All rows so far. */
  List<BenchRow> rows() {
    return List.copyOf(rows);
  }

  /** What was not measured, and why. */
  List<String> failures() {
    return rows.stream()
        .filter(row -> !row.measured())
        .map(row -> row.name() + ": " + row.note())
        .toList();
  }
}
