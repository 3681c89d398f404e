package io.perfline.gate.thresholds;

import io.perfline.core.yaml.SourcePosition;

/**
 * A limit on a metric of some cases.
 *
 * @param id unique in the file
 * @param cases which cases
 * @param target only these; null for either
 * @param of the target whose throughput is the whole of an {@code efficiency}; null with other
 *     metrics
 * @param metric what is limited
 * @param pass the condition that passes
 * @param warn a laxer one, within which it warns; null when there is none
 * @param baseline name of what a relative limit compares with; null for an absolute one
 * @param confidence how sure a red must be, 0 to 1; of relative limits only
 * @param minSamples requests that the case needs
 * @param place where it stands
 */
public record Threshold(
    String id,
    Glob cases,
    String target,
    String of,
    Metric metric,
    Condition pass,
    Condition warn,
    String baseline,
    double confidence,
    int minSamples,
    SourcePosition place) {

  /** Whether it limits the change against a baseline. */
  public boolean relative() {
    return baseline != null;
  }

  /** This, with {@code samples} as its minimum unless it states one itself. */
  Threshold atLeast(int samples) {
    int min = minSamples == ThresholdFormat.DEFAULT_SAMPLES ? samples : minSamples;
    return new Threshold(
        id, cases, target, of, metric, pass, warn, baseline, confidence, min, place);
  }

  /** Whether it is about this case. */
  public boolean names(String caseName, String caseTarget) {
    return cases.matches(caseName)
        && (target == null || target.equals(caseTarget))
        && !caseTarget.equals(of);
  }
}
