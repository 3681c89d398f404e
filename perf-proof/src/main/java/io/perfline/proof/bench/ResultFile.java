package io.perfline.proof.bench;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The result for programs. */
final class ResultFile {

  /** A row as it is written; what a row doesn't have is null. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Entry(
      String name,
      Double ours,
      Double peer,
      String unit,
      Double ratioMedian,
      Double ratioLow,
      Double ratioHigh,
      Double ratioMin,
      Double ratioMax,
      int pairs,
      Double aim,
      Double p50Ms,
      Double p99Ms,
      Double serverCpuUs,
      String note) {

    static Entry of(BenchRow row) {
      return new Entry(
          row.name(),
          known(row.ours()),
          row.peer(),
          row.unit(),
          row.hasRatio() ? row.ratioMedian() : null,
          row.ratioInterval().isBounded() ? row.ratioInterval().low() : null,
          row.ratioInterval().isBounded() ? row.ratioInterval().high() : null,
          row.hasRatio() ? row.ratioMin() : null,
          row.hasRatio() ? row.ratioMax() : null,
          row.ratios().size(),
          row.aim(),
          known(row.p50Millis()),
          known(row.p99Millis()),
          known(row.serverCpuMicros()),
          row.note().isEmpty() ? null : row.note());
    }

    private static Double known(double value) {
      return Double.isNaN(value) ? null : (Double) value;
    }
  }

  private ResultFile() {}

  /** Writes the rows as a JSON list. */
  static void write(Path file, List<BenchRow> rows) throws IOException {
    Json.MAPPER.writeValue(file.toFile(), rows.stream().map(Entry::of).toList());
  }
}
