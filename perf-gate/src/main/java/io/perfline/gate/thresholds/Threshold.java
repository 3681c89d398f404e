package io.perfline.gate.thresholds;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.SourcePosition;
import java.util.Map;

/**
 * An entry of the section {@code thresholds}: a limit on a metric of some cases.
 *
 * @param target null for all targets
 * @param of the target whose throughput is the whole of an {@code efficiency}; null with other
 *     metrics
 * @param warn null when there is none
 * @param baseline the name of the baseline of a relative limit; null for an absolute one
 * @param confidence of relative limits only, 0 to 1
 * @param minSamples 0 for the default of the file
 * @param place its position in the file
 */
public record Threshold(
    @Key(value = "Names the threshold in verdicts, waivers and charts.", required = true) String id,
    @Key(
            value =
                "Which cases: * stands for anything within one part of the name, ** for anything.",
            name = "case",
            required = true)
        Glob cases,
    @Key("Only cases with this target; without it, either.") String target,
    @Key("Of an efficiency: the target of the same case that counts 100 %. Default direct.")
        String of,
    @Key(value = "What is limited.", required = true) Metric metric,
    @Key(
            value =
                "The condition that passes; a percentage with a sign is a change against the"
                    + " baseline.",
            required = true)
        Condition pass,
    @Key("A laxer condition, within which it warns.") Condition warn,
    @Key("What a change is compared with: a name below 'baselines'.") String baseline,
    @Key(
            value = "How sure a red must be; all relative thresholds of a build share it.",
            otherwise = "99 %")
        double confidence,
    @Key("Requests that the case needs; below it there is no verdict.") int minSamples,
    SourcePosition place) {

  private static final String USUAL_WHOLE = "direct";

  static final Schema<Threshold> SCHEMA =
      RecordSchema.of(
          "a threshold",
          Threshold.class,
          Map.of(
              "id", ThresholdKinds.NEW_ID,
              "cases", ThresholdKinds.GLOB,
              "target", ThresholdKinds.TARGET,
              "of", ThresholdKinds.TARGET,
              "metric", ThresholdKinds.METRIC,
              "pass", ThresholdKinds.CONDITION,
              "warn", ThresholdKinds.CONDITION,
              "baseline", ThresholdKinds.KNOWN_BASELINE,
              "confidence", ThresholdKinds.CONFIDENCE,
              "minSamples", Schemas.integer("a number of requests", 1, 100_000_000)),
          Threshold::check);

  public Threshold {
    if (of == null && metric == Metric.EFFICIENCY) {
      of = USUAL_WHOLE;
    }
  }

  private void check(ParsedObject parsed) {
    Limits.check(metric, pass, relative()).forEach(fault -> parsed.fault("pass", fault));
    if (warn != null) {
      Limits.check(metric, warn, relative()).forEach(fault -> parsed.fault("warn", fault));
      Limits.checkLaxer(warn, pass).forEach(fault -> parsed.fault("warn", fault));
    }
    if (parsed.isGiven("confidence") && !relative()) {
      parsed.fault("confidence", "only a threshold with a baseline has one");
    }
    if (parsed.isGiven("of") && metric != Metric.EFFICIENCY) {
      parsed.fault("of", "only an efficiency is of another target");
    } else if (of != null && of.equals(target)) {
      parsed.fault("target", "an efficiency is between two targets, not %s twice".formatted(of));
    }
  }

  /** Returns whether it limits the change against a baseline. */
  public boolean relative() {
    return baseline != null;
  }

  /** This, with {@code samples} as its minimum unless it states one itself. */
  Threshold atLeast(int samples) {
    int min = minSamples == 0 ? samples : minSamples;
    return new Threshold(
        id, cases, target, of, metric, pass, warn, baseline, confidence, min, place);
  }

  /** Returns whether it is about this case. */
  public boolean names(String caseName, String caseTarget) {
    return cases.matches(caseName)
        && (target == null || target.equals(caseTarget))
        && !caseTarget.equals(of);
  }
}
