package io.perfline.gate.verdict;

import io.perfline.core.run.LoadUnit;
import java.util.List;

/**
 * The origin of a relative threshold's baseline.
 *
 * @param name its name in {@code thresholds.yml}
 * @param kind {@code history} or {@code paired}
 * @param runs ids of the runs it was made of, oldest first; empty for {@code paired}
 * @param value the baseline's value of the metric, in {@code unit}; null if it has none
 * @param now the run's own value, in {@code unit}; null if it has none
 * @param unit the metric's own unit
 * @param per the unit of load that a cost is for; null where that isn't known
 * @param origin one phrase for people: which branch, which runs, from which change point on
 */
public record BaselineOrigin(
    String name,
    String kind,
    List<String> runs,
    Double value,
    Double now,
    String unit,
    LoadUnit per,
    String origin) {

  private static final String PAIRED = ", measured together with it";

  public static BaselineOrigin paired(
      String name, Double value, Double now, String unit, LoadUnit per, String baseline) {
    return new BaselineOrigin(name, "paired", List.of(), value, now, unit, per, baseline + PAIRED);
  }

  /** Creates the origin of a baseline without the run's own value. */
  public BaselineOrigin(
      String name, String kind, List<String> runs, Double value, String unit, String origin) {
    this(name, kind, runs, value, null, unit, null, origin);
  }

  public BaselineOrigin {
    runs = List.copyOf(runs);
  }

  /** Returns the build or the runs that the baseline was measured with, in a few words. */
  public String shortly() {
    return origin.replace(PAIRED, "");
  }
}
