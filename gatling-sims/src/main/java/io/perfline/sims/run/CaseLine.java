package io.perfline.sims.run;

import io.perfline.core.run.Case;
import io.perfline.core.run.Drain;
import java.util.Locale;
import java.util.TreeMap;

/** A measured case in a line. */
final class CaseLine {

  private CaseLine() {}

  static String of(Case measured) {
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%-34s %-8s %,12.0f msg/s",
                measured.name(),
                measured.target(),
                measured.throughputPerS()));
    if (measured.requests() > 0) {
      line.append(
          String.format(
              Locale.ROOT,
              "  p50 %,.2f ms  p95 %,.2f ms  max %,.1f ms",
              measured.responseTime().percentileUs(50) / 1e3,
              measured.responseTime().percentileUs(95) / 1e3,
              measured.responseTime().maxUs() / 1e3));
    }
    if (measured.errorCount() > 0) {
      line.append("  errors ").append(measured.errors());
    }
    new TreeMap<>(measured.figures())
        .forEach(
            (word, value) -> line.append(String.format(Locale.ROOT, "  %s %,.0f", word, value)));
    if (measured.drain() != null) {
      line.append("%n    ".formatted()).append(drain(measured.drain()));
    }
    if (Boolean.FALSE.equals(measured.steady())) {
      line.append(
          String.format(
              Locale.ROOT,
              "%n    still not steady after a warm-up of %.1f s",
              measured.warmUpMs() / 1e3));
    }
    measured
        .problems()
        .forEach(problem -> line.append("%n    invalid: ".formatted()).append(problem));
    return line.toString();
  }

  private static String drain(Drain drain) {
    return String.format(
        Locale.ROOT,
        "ended by %s after %,.0f ms: %d under way, %d answered late, %d refused, %d lost,"
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
