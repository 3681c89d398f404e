package io.perfline.gate.thresholds;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schemas;
import java.time.LocalDate;
import java.util.List;

/** An entry below {@code waivers}. */
final class WaiverFormat {

  private static final Property<String> THRESHOLD =
      optional(
          "threshold", ThresholdKinds.KNOWN_ID, "The threshold or capacity that may be exceeded.");
  private static final Property<Quantity> CEILING =
      optional(
          "ceiling",
          ThresholdKinds.QUANTITY_WITH_UNIT,
          "Beyond it the threshold fails in spite of the waiver.");
  private static final Property<String> SHIFT =
      optional(
          "shift",
          Schemas.text("the first digits of a commit", "^[0-9a-f]{7,40}$", commit -> commit),
          "Instead of a threshold: the commit of a known level shift.");
  private static final Property<Glob> CASE =
      optional("case", ThresholdKinds.GLOB, "Only on these cases.");
  private static final Property<Metric> METRIC =
      optional("metric", ThresholdKinds.METRIC, "The metric that shifted.");
  private static final Property<LocalDate> UNTIL =
      required("until", Schemas.date(), "Last day on which it is valid.");
  private static final Property<String> ISSUE =
      required("issue", ThresholdKinds.PROSE, "Where the work on it is tracked.");
  private static final Property<String> REASON =
      required("reason", ThresholdKinds.PROSE, "Why it is let through.");

  static final ObjectSchema<Waiver> SHAPE =
      new ObjectSchema<>(
          "a waiver",
          WaiverFormat::build,
          List.of(THRESHOLD, CEILING, SHIFT, CASE, METRIC, UNTIL, ISSUE, REASON));

  private WaiverFormat() {}

  private static Waiver build(ParsedObject parsed) {
    if (parsed.has(THRESHOLD) == parsed.has(SHIFT)) {
      parsed.fault(THRESHOLD, "a waiver needs either 'threshold' or 'shift'");
      return null;
    }
    return parsed.has(THRESHOLD) ? ofThreshold(parsed) : ofShift(parsed);
  }

  private static Waiver ofThreshold(ParsedObject parsed) {
    needs(parsed, CEILING, "a waiver of a threshold");
    if (parsed.has(METRIC)) {
      parsed.fault(METRIC, "the threshold states it already");
    }
    return new Waiver.OfThreshold(
        parsed.get(THRESHOLD),
        parsed.get(CASE, Glob.of("**")),
        parsed.get(CEILING),
        parsed.get(UNTIL),
        parsed.get(ISSUE),
        parsed.get(REASON),
        parsed.place(CEILING));
  }

  private static Waiver ofShift(ParsedObject parsed) {
    needs(parsed, CASE, "a waiver of a shift");
    needs(parsed, METRIC, "a waiver of a shift");
    if (parsed.has(CEILING)) {
      parsed.fault(CEILING, "a shift has none");
    }
    return new Waiver.OfShift(
        parsed.get(SHIFT),
        parsed.get(CASE),
        parsed.get(METRIC),
        parsed.get(UNTIL),
        parsed.get(ISSUE),
        parsed.get(REASON),
        parsed.place());
  }

  private static void needs(ParsedObject parsed, Property<?> property, String what) {
    if (!parsed.has(property)) {
      parsed.fault(property, what + " needs it");
    }
  }
}
