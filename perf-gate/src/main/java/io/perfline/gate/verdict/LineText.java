package io.perfline.gate.verdict;

import io.perfline.core.run.LoadUnit;

/** Describes the values of a line. */
public final class LineText {

  private LineText() {}

  /** Returns both values, such as {@code 100 → 162 µs per message}; empty if one is unknown. */
  public static String beforeAndAfter(Line line) {
    BaselineOrigin baseline = line.baseline();
    if (baseline == null || baseline.value() == null || baseline.now() == null) {
      return "";
    }
    boolean cost =
        line.metric().startsWith("cpu")
            || line.metric().equals("allocation")
            || line.metric().equals("growth");
    LoadUnit unit = baseline.per() == null ? LoadUnit.MESSAGE : baseline.per();
    return "%s → %s %s%s"
        .formatted(
            FigureFormat.brief(baseline.value(), baseline.now()),
            FigureFormat.brief(baseline.now(), baseline.value()),
            baseline.unit().replace("us", "µs"),
            cost ? " " + unit.each() : "");
  }
}
