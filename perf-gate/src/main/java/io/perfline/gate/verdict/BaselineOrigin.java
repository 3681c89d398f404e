package io.perfline.gate.verdict;

import java.util.List;

/**
 * The origin of a relative threshold's baseline.
 *
 * @param name its name in {@code thresholds.yml}
 * @param kind {@code history} or {@code paired}
 * @param runs ids of the runs it was made of, oldest first; empty for {@code paired}
 * @param value the baseline's value of the metric, in {@code unit}; null if it has none
 * @param unit the metric's own unit
 * @param origin one phrase for people: which branch, which runs, from which change point on
 */
public record BaselineOrigin(
    String name, String kind, List<String> runs, Double value, String unit, String origin) {
  public BaselineOrigin {
    runs = List.copyOf(runs);
  }
}
