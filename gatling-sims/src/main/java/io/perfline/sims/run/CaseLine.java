package io.perfline.sims.run;

import io.perfline.core.run.Case;
import io.perfline.core.run.Drain;
import java.util.Formatter;
import java.util.Locale;
import java.util.TreeMap;

/** A measured case in a line. */
final class CaseLine {

  private CaseLine() {}

  static String of(Case measured) {
    Formatter line = new Formatter(Locale.ROOT);
    line.format("%-34s %-8s ", measured.name(), measured.target());
    if (measured.unchanged() != null) {
      return line.format("%12s", "unchanged").toString();
    }
    line.format("%,12.0f msg/s", measured.throughputPerS());
    if (measured.requests() > 0) {
      line.format(
          "  p50 %,.2f ms  p95 %,.2f ms  max %,.1f ms",
          measured.responseTime().percentileUs(50) / 1e3,
          measured.responseTime().percentileUs(95) / 1e3,
          measured.responseTime().maxUs() / 1e3);
    }
    if (measured.errorCount() > 0) {
      line.format("  errors %s", measured.errors());
    }
    new TreeMap<>(measured.figures())
        .forEach((word, value) -> line.format("  %s %,.0f", word, value));
    if (measured.drain() != null) {
      add(measured.drain(), line);
    }
    if (Boolean.FALSE.equals(measured.steady())) {
      line.format("%n    still not steady after a warm-up of %.1f s", measured.warmUpMs() / 1e3);
    }
    measured.problems().forEach(problem -> line.format("%n    invalid: %s", problem));
    return line.toString();
  }

  private static void add(Drain drain, Formatter line) {
    line.format(
        "%n    ended by %s after %,.0f ms: %d under way, %d answered late, %d refused, %d lost,"
            + " %d stored and never told, %d acknowledged and not stored",
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
