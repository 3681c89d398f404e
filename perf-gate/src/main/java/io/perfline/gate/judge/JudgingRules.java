package io.perfline.gate.judge;

import io.perfline.core.run.Run;
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

  /** Creates the same rules with the case names of a run. */
  JudgingRules resolved(Run run) {
    return new JudgingRules(MethodNames.resolve(thresholds, run), settings);
  }
}
