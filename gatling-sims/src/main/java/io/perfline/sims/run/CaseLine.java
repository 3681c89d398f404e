package io.perfline.sims.run;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Drain;
import java.util.Formatter;
import java.util.Locale;
import java.util.TreeMap;

/** A measured case in a line. */
final class CaseLine {

  private CaseLine() {}

  static String of(CaseResult result) {
    Formatter line = new Formatter(Locale.ROOT);
    line.format("%-34s %-8s ", result.name(), result.target());
    if (result.unchanged() != null) {
      return line.format("%12s", "unchanged").toString();
    }
    line.format("%,12.0f msg/s", result.throughputPerS());
    if (result.requests() > 0) {
      line.format(
          "  p50 %,.2f ms  p95 %,.2f ms  max %,.1f ms",
          result.responseTime().percentileUs(50) / 1e3,
          result.responseTime().percentileUs(95) / 1e3,
          result.responseTime().maxUs() / 1e3);
    }
    if (result.errorCount() > 0) {
      line.format("  errors %s", result.errors());
    }
    new TreeMap<>(result.figures())
        .forEach((word, value) -> line.format("  %s %,.0f", word, value));
    if (result.drain() != null) {
      add(result.drain(), line);
    }
    if (Boolean.FALSE.equals(result.steady())) {
      line.format(
          "%n    still warming up while it was measured, after a warm-up of %.1f s: lengthen"
              + " warm_up or duration",
          result.warmUpMs() / 1e3);
    }
    result.problems().forEach(problem -> line.format("%n    invalid: %s", problem));
    return line.toString();
  }

  private static void add(Drain drain, Formatter line) {
    line.format(
        "%n    ended by %s after %,.0f ms: %d under way, %d answered late, %d refused,"
            + " %d lost, %d stored without an answer, %d acknowledged and not stored",
        drain.by(),
        drain.timeMs(),
        drain.underWay(),
        drain.late(),
        drain.refused(),
        drain.lost(),
        drain.untold(),
        drain.unstored());
  }
}
