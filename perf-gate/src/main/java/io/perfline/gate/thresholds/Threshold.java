package io.perfline.gate.thresholds;

import io.perfline.core.run.CaseResult;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.SourcePosition;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.MetricSource;

/**
 * An entry of the section {@code thresholds}: a limit on a metric of one or more cases.
 *
 * @param target the target of the cases; null for all targets
 * @param of the target whose throughput counts as 100 % of an {@code efficiency}; null with other
 *     metrics
 * @param need the server that the service needs and whose cost is limited; null for all
 * @param warn the looser condition; null if there is none
 * @param baseline the name of the baseline of a relative limit; null for an absolute one
 * @param confidence the confidence level of a relative limit, 0 to 1
 * @param minSamples the minimum number of requests; 0 for the default of the file
 * @param undecided the outcome of an undecided comparison; null for the default
 */
@Key.Noun("a threshold")
public record Threshold(
    @Key(
            value = "Names the threshold in verdicts, waivers and charts.",
            required = true,
            kind = "new id")
        String id,
    @Key(
            value =
                "Selects the cases whose names match this pattern: * matches within one part of the"
                    + " name, ** matches across parts.",
            name = "case",
            required = true)
        Glob cases,
    @Key(
            value = "Selects only cases with this target. By default all targets are selected.",
            kind = "target")
        String target,
    @Key(
            value =
                "Names, for an efficiency, the target of the same case that counts as 100 %. The"
                    + " default is direct.",
            kind = "target")
        String of,
    @Key(value = "Names the metric that is limited.", required = true) Metric metric,
    @Key(
            value =
                "Names, for need_cpu and need_footprint, one of the 'needs' in perf.yml. By default"
                    + " it is the sum of all.",
            what = "the name of a need",
            form = "^[a-z][a-z0-9_-]*$")
        String need,
    @Key(
            value =
                "Sets the condition that passes. A percentage with a sign is a change relative to"
                    + " the baseline.",
            required = true)
        Condition pass,
    @Key("Sets a looser condition; a value that meets only this one is a warning.") Condition warn,
    @Key(
            value = "Names the baseline to compare with, which 'baselines' defines.",
            kind = "known baseline")
        String baseline,
    @Key(
            value =
                "Sets the confidence needed to fail. All relative thresholds of a build share the"
                    + " error rate.",
            kind = "confidence",
            defaultValue = "99 %")
        double confidence,
    @Key(
            value =
                "Sets the minimum number of requests of the case; with fewer, there is no verdict.",
            what = "a number of requests",
            min = 1,
            max = 100_000_000)
        int minSamples,
    @Key(
            value =
                "Sets the outcome of a comparison that leaves the limit undecided: warn, or invalid"
                    + " for no verdict. The default is warn, and invalid for a baseline with 'since:"
                    + " release'.",
            what = "an outcome")
        WhenUndecided undecided,
    SourcePosition position)
    implements RecordSchema.Checked {

  /** The outcome of a comparison that leaves a limit undecided. */
  enum WhenUndecided {
    WARN,
    INVALID
  }

  private static final String DEFAULT_WHOLE = "direct";

  public Threshold {
    if (of == null && isShare(metric)) {
      of = DEFAULT_WHOLE;
    }
  }

  private static boolean isShare(Metric metric) {
    return metric != null && metric.isFrom(MetricSource.TWO_TARGETS);
  }

  @Override
  public void check(ParsedObject parsed) {
    if (metric == null || pass == null) {
      return;
    }
    Limits.check(metric, pass, relative()).forEach(fault -> parsed.fault("pass", fault));
    if (warn != null) {
      Limits.check(metric, warn, relative()).forEach(fault -> parsed.fault("warn", fault));
      Limits.checkLaxer(warn, pass).forEach(fault -> parsed.fault("warn", fault));
    }
    if (parsed.isGiven("confidence") && !relative()) {
      parsed.fault("confidence", "only a threshold with a baseline has one");
    }
    if (undecided != null && !relative()) {
      parsed.fault("undecided", "only a threshold with a baseline can be undecided");
    }
    if (parsed.isGiven("need") && !metric.ofNeed()) {
      parsed.fault("need", "only need_cpu and need_footprint are of a need");
    }
    if (parsed.isGiven("of") && !isShare(metric)) {
      parsed.fault("of", "only an efficiency is of another target");
    } else if (of != null && of.equals(target)) {
      parsed.fault("target", "an efficiency is between two targets, not %s twice".formatted(of));
    }
  }

  /** Returns a case as this threshold judges it: with the cost of only its need; null for null. */
  public CaseResult asJudged(CaseResult result) {
    return need == null || result == null ? result : result.ofNeed(need);
  }

  /** Returns true if the threshold limits the change against a baseline. */
  public boolean relative() {
    return baseline != null;
  }

  /**
   * Creates this threshold with {@code samples} as its minimum, unless it has a minimum of its own.
   */
  Threshold atLeast(int samples) {
    int min = minSamples == 0 ? samples : minSamples;
    return new Threshold(
        id,
        cases,
        target,
        of,
        metric,
        need,
        pass,
        warn,
        baseline,
        confidence,
        min,
        undecided,
        position);
  }

  /** Creates the same threshold for other cases. */
  public Threshold on(Glob others) {
    return new Threshold(
        id,
        others,
        target,
        of,
        metric,
        need,
        pass,
        warn,
        baseline,
        confidence,
        minSamples,
        undecided,
        position);
  }

  public boolean names(String caseName, String caseTarget) {
    return cases.matches(caseName)
        && (target == null || target.equals(caseTarget))
        && !caseTarget.equals(of);
  }
}
