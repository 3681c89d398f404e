package io.perfline.gate.judge;

import io.perfline.core.run.CatalogueEntry;
import io.perfline.gate.statistics.LineError;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import java.util.List;
import java.util.function.Predicate;

/** The false-alarm rate of a build, which all comparing lines share equally (Bonferroni). */
record SharedError(long lines) {

  /** Counts the comparing lines. */
  static SharedError of(
      Thresholds thresholds, List<CatalogueEntry> catalogue, Predicate<CatalogueEntry> inRun) {
    List<CatalogueEntry> cases = catalogue.stream().filter(inRun).toList();
    return new SharedError(
        thresholds.thresholds().stream()
            .filter(Threshold::relative)
            .mapToLong(
                threshold ->
                    cases.stream().filter(entry -> CatalogueCheck.names(threshold, entry)).count())
            .sum());
  }

  /** Returns the error rates that one line of the threshold may use. */
  LineError of(Threshold threshold) {
    return new LineError((1 - threshold.confidence()) / lines);
  }
}
