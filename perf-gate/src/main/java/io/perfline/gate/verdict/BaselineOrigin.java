package io.perfline.gate.verdict;

import io.perfline.core.run.LoadUnit;
import java.util.List;

/**
 * The origin of the baseline of a relative threshold.
 *
 * @param name the name in {@code thresholds.yml}
 * @param kind {@code history} or {@code paired}
 * @param runs the ids of the runs in the baseline, oldest first; empty for {@code paired}
 * @param value the baseline's value of the metric, in {@code unit}; null if there is none
 * @param now the run's own value of the metric, in {@code unit}; null if there is none
 * @param per the unit of load to which a cost refers; null if unknown
 * @param origin a phrase for people, such as the branch, its runs, and the change of level after
 *     which they begin
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

  /** Returns a short name of the build or the runs that the baseline consists of. */
  public String shortly() {
    return origin.replace(PAIRED, "");
  }
}
