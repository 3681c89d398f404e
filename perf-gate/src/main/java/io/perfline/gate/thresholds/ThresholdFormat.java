package io.perfline.gate.thresholds;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import java.util.List;

/** An entry below {@code thresholds}. */
final class ThresholdFormat {

  /** Stands for a minimum that the entry leaves to {@code defaults}. */
  static final int DEFAULT_SAMPLES = 0;

  private static final double DEFAULT_CONFIDENCE = 0.99;

  private static final String USUAL_WHOLE = "direct";

  private static final Key<String> ID =
      required("id", ThresholdKinds.NEW_ID, "Names the threshold in verdicts, waivers and charts.");
  private static final Key<Glob> CASE =
      required(
          "case",
          ThresholdKinds.GLOB,
          "Which cases: * stands for anything within one part of the name, ** for anything.");
  private static final Key<String> TARGET =
      optional("target", ThresholdKinds.TARGET, "Only cases with this target; without it, either.");
  private static final Key<String> OF =
      optional(
          "of",
          ThresholdKinds.TARGET,
          "Of an efficiency: the target of the same case that counts 100 %. Default direct.");
  private static final Key<Metric> METRIC =
      required("metric", ThresholdKinds.METRIC, "What is limited.");
  private static final Key<Condition> PASS =
      required(
          "pass",
          ThresholdKinds.CONDITION,
          "The condition that passes; a percentage with a sign is a change against the baseline.");
  private static final Key<Condition> WARN =
      optional("warn", ThresholdKinds.CONDITION, "A laxer condition, within which it warns.");
  private static final Key<String> BASELINE =
      optional(
          "baseline",
          ThresholdKinds.KNOWN_BASELINE,
          "What a change is compared with: a name below 'baselines'.");
  private static final Key<Double> CONFIDENCE =
      optional(
          "confidence",
          ThresholdKinds.CONFIDENCE,
          "How sure a red must be; all relative thresholds of a build share it. Default 99 %.");
  private static final Key<Integer> MIN_SAMPLES =
      optional(
          "min_samples",
          Kinds.integer("a number of requests", 1, 100_000_000),
          "Requests that the case needs; below it there is no verdict.");

  static final Shape<Threshold> SHAPE =
      new Shape<>(
          "a threshold",
          ThresholdFormat::build,
          List.of(ID, CASE, TARGET, OF, METRIC, PASS, WARN, BASELINE, CONFIDENCE, MIN_SAMPLES));

  private ThresholdFormat() {}

  /** Between which two targets an efficiency is. */
  private static String of(Values values, Metric metric) {
    if (metric != Metric.EFFICIENCY) {
      if (values.isGiven(OF)) {
        values.fault(OF, "only an efficiency is of another target");
      }
      return null;
    }
    String of = values.get(OF, USUAL_WHOLE);
    if (of.equals(values.get(TARGET))) {
      values.fault(TARGET, "an efficiency is between two targets, not %s twice".formatted(of));
    }
    return of;
  }

  private static Threshold build(Values values) {
    Metric metric = values.get(METRIC);
    Condition pass = values.get(PASS);
    boolean relative = values.has(BASELINE);
    Limits.check(metric, pass, relative).forEach(fault -> values.fault(PASS, fault));
    if (values.has(WARN)) {
      Limits.check(metric, values.get(WARN), relative).forEach(fault -> values.fault(WARN, fault));
      Limits.checkLaxer(values.get(WARN), pass).forEach(fault -> values.fault(WARN, fault));
    }
    if (values.has(CONFIDENCE) && !relative) {
      values.fault(CONFIDENCE, "only a threshold with a baseline has one");
    }
    return new Threshold(
        values.get(ID),
        values.get(CASE),
        values.get(TARGET),
        of(values, metric),
        metric,
        pass,
        values.get(WARN),
        values.get(BASELINE),
        values.get(CONFIDENCE, DEFAULT_CONFIDENCE),
        values.get(MIN_SAMPLES, DEFAULT_SAMPLES),
        values.place());
  }
}
