package io.perfline.gate.thresholds;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schemas;
import java.util.List;

/** An entry below {@code thresholds}. */
final class ThresholdFormat {

  /** Stands for a minimum that the entry leaves to {@code defaults}. */
  static final int DEFAULT_SAMPLES = 0;

  private static final double DEFAULT_CONFIDENCE = 0.99;

  private static final String USUAL_WHOLE = "direct";

  private static final Property<String> ID =
      required("id", ThresholdKinds.NEW_ID, "Names the threshold in verdicts, waivers and charts.");
  private static final Property<Glob> CASE =
      required(
          "case",
          ThresholdKinds.GLOB,
          "Which cases: * stands for anything within one part of the name, ** for anything.");
  private static final Property<String> TARGET =
      optional("target", ThresholdKinds.TARGET, "Only cases with this target; without it, either.");
  private static final Property<String> OF =
      optional(
          "of",
          ThresholdKinds.TARGET,
          "Of an efficiency: the target of the same case that counts 100 %. Default direct.");
  private static final Property<Metric> METRIC =
      required("metric", ThresholdKinds.METRIC, "What is limited.");
  private static final Property<Condition> PASS =
      required(
          "pass",
          ThresholdKinds.CONDITION,
          "The condition that passes; a percentage with a sign is a change against the baseline.");
  private static final Property<Condition> WARN =
      optional("warn", ThresholdKinds.CONDITION, "A laxer condition, within which it warns.");
  private static final Property<String> BASELINE =
      optional(
          "baseline",
          ThresholdKinds.KNOWN_BASELINE,
          "What a change is compared with: a name below 'baselines'.");
  private static final Property<Double> CONFIDENCE =
      optional(
          "confidence",
          ThresholdKinds.CONFIDENCE,
          "How sure a red must be; all relative thresholds of a build share it. Default 99 %.");
  private static final Property<Integer> MIN_SAMPLES =
      optional(
          "min_samples",
          Schemas.integer("a number of requests", 1, 100_000_000),
          "Requests that the case needs; below it there is no verdict.");

  static final ObjectSchema<Threshold> SHAPE =
      new ObjectSchema<>(
          "a threshold",
          ThresholdFormat::build,
          List.of(ID, CASE, TARGET, OF, METRIC, PASS, WARN, BASELINE, CONFIDENCE, MIN_SAMPLES));

  private ThresholdFormat() {}

  /** Between which two targets an efficiency is. */
  private static String of(ParsedObject parsed, Metric metric) {
    if (metric != Metric.EFFICIENCY) {
      if (parsed.isGiven(OF)) {
        parsed.fault(OF, "only an efficiency is of another target");
      }
      return null;
    }
    String of = parsed.get(OF, USUAL_WHOLE);
    if (of.equals(parsed.get(TARGET))) {
      parsed.fault(TARGET, "an efficiency is between two targets, not %s twice".formatted(of));
    }
    return of;
  }

  private static Threshold build(ParsedObject parsed) {
    Metric metric = parsed.get(METRIC);
    Condition pass = parsed.get(PASS);
    boolean relative = parsed.has(BASELINE);
    Limits.check(metric, pass, relative).forEach(fault -> parsed.fault(PASS, fault));
    if (parsed.has(WARN)) {
      Limits.check(metric, parsed.get(WARN), relative).forEach(fault -> parsed.fault(WARN, fault));
      Limits.checkLaxer(parsed.get(WARN), pass).forEach(fault -> parsed.fault(WARN, fault));
    }
    if (parsed.has(CONFIDENCE) && !relative) {
      parsed.fault(CONFIDENCE, "only a threshold with a baseline has one");
    }
    return new Threshold(
        parsed.get(ID),
        parsed.get(CASE),
        parsed.get(TARGET),
        of(parsed, metric),
        metric,
        pass,
        parsed.get(WARN),
        parsed.get(BASELINE),
        parsed.get(CONFIDENCE, DEFAULT_CONFIDENCE),
        parsed.get(MIN_SAMPLES, DEFAULT_SAMPLES),
        parsed.place());
  }
}
