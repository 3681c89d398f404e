package io.perfline.gate.judge;

import io.perfline.gate.thresholds.Thresholds;
import java.util.List;
import java.util.Map;

/**
 * The rules by which one commit judges itself.
 *
 * @param thresholds its limits
 * @param settings the values of its load, by their path in {@code perf.yml} or below {@code
 *     workloads}
 */
public record JudgingRules(Thresholds thresholds, Map<List<String>, String> settings) {
  public JudgingRules {
    settings = Map.copyOf(settings);
  }

  /** Creates rules without settings to compare. */
  public static JudgingRules of(Thresholds thresholds) {
    return new JudgingRules(thresholds, Map.of());
  }
}
