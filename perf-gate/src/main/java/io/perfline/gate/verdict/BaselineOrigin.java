package io.perfline.gate.verdict;

import io.perfline.core.run.LoadUnit;
import java.util.List;

/**
 * The baseline of a relative threshold.
 *
 * @param name the name in {@code thresholds.yml}
 * @param runs the ids of the runs in the baseline, oldest first; empty for a build
 * @param value the baseline's value of the metric, in {@code unit}; null if there is none
 * @param now the run's own value of the metric, in {@code unit}; null if there is none
 * @param per the unit of load to which a cost refers; null if unknown
 */
public record BaselineOrigin(
    String name,
    List<String> runs,
    Double value,
    Double now,
    String unit,
    LoadUnit per,
    BaselineContent origin) {

  public BaselineOrigin {
    runs = List.copyOf(runs);
  }

  public static BaselineOrigin paired(
      String name,
      Double value,
      Double now,
      String unit,
      LoadUnit per,
      BaselineContent.Build build) {
    return new BaselineOrigin(name, List.of(), value, now, unit, per, build);
  }

  /** Returns true for a build that was measured in turns with the candidate. */
  public boolean paired() {
    return origin instanceof BaselineContent.Build;
  }

  /** Returns this baseline with its origin in words, unless it is a build. */
  public BaselineOrigin described(String words) {
    return paired()
        ? this
        : new BaselineOrigin(
            name, runs, value, now, unit, per, new BaselineContent.Described(words));
  }
}
