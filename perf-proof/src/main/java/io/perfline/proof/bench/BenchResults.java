package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.sims.driver.DriverException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
  private final Set<String> chosen;
  private final List<BenchRow> rows = new ArrayList<>();

  /**
   * @param json holds all rows so far; null for none
   * @param progress is told each row
   * @param chosen names of what is measured, such as {@code recorder} or {@code recorder/http}
   */
  BenchResults(Path json, Consumer<String> progress, Set<String> chosen) {
    this.json = json;
    this.progress = progress;
    this.chosen = chosen;
  }

  void add(BenchRow row) throws IOException {
    rows.add(row);
    Table.of(List.of(row)).stream().skip(1).forEach(progress);
    if (json != null) {
      ResultFile.write(json, rows);
    }
  }

  /**
   * Runs a step that was chosen, alone or with all beside it. When it fails, that is a row of its
   * own, and what follows is measured still.
   */
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

  /** What was not measured, and why. */
  List<String> failures() {
    return rows.stream()
        .filter(row -> !row.measured())
        .map(row -> row.name() + ": " + row.note())
        .toList();
  }
}
