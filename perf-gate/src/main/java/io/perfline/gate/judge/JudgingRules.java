package io.perfline.gate.judge;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunBaseline;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.verdict.BaselineContent;
import java.util.List;
import java.util.Map;

/**
 * The rules by which one commit judges itself.
 *
 * @param all all limits, including those of the other kind of comparison
 * @param thresholds the limits that judge the run
 * @param settings the settings of the load, by their path in {@code perf.yml} or below {@code
 *     workloads}
 */
public record JudgingRules(
    Thresholds all, Thresholds thresholds, Map<List<String>, String> settings) {

  /** The message if nothing compares builds any more, with the file and the earlier commit. */
  public static final String NO_LIMIT_LEFT =
      "%s compares no builds in pairs, but at %s it did, so nothing would judge a comparison:"
          + " restore such a limit, or compare with nothing (perfline ci --against none)";

  public JudgingRules {
    settings = Map.copyOf(settings);
  }

  /** Creates rules without settings to compare. */
  public static JudgingRules of(Thresholds thresholds) {
    return new JudgingRules(thresholds, thresholds, Map.of());
  }

  /** Creates the same rules with the case names of a run. */
  JudgingRules resolved(Run run) {
    return new JudgingRules(
        MethodNames.resolve(all, run), MethodNames.resolve(thresholds, run), settings);
  }

  /**
   * The rules of the commit that a run was compared with.
   *
   * @param rules the rules; null if there are none
   * @param note the reason why there are none, if that is expected, as for a WAR that is given as a
   *     file; otherwise empty
   * @param warning the reason why the rules could not be read; empty if they could, or if there are
   *     none
   */
  public record EarlierRules(JudgingRules rules, String note, String warning) {

    /** The rules for a run that was not compared. */
    public static final EarlierRules NONE = new EarlierRules(null, "", "");

    /**
     * Checks that a limit judges the comparison, if one did at the baseline.
     *
     * @throws Fault (configuration) if this commit removed all limits that compare builds in pairs
     */
    public void requireComparison(JudgingRules now, RunBaseline compared) {
      if (rules != null
          && rules.thresholds.comparesInPairs()
          && !now.thresholds.comparesInPairs()) {
        throw Fault.configuration(
            NO_LIMIT_LEFT.formatted(
                now.all.file(), BaselineContent.Build.of(compared, "the baseline").text()));
      }
    }

    EarlierRules resolved(Run run) {
      return rules == null ? this : new EarlierRules(rules.resolved(run), note, warning);
    }
  }
}
