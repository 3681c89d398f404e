package io.perfline.gate.thresholds;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import java.time.LocalDate;
import java.util.List;

/** An entry below {@code waivers}. */
final class WaiverFormat {

  private static final Key<String> THRESHOLD =
      optional(
          "threshold", ThresholdKinds.KNOWN_ID, "The threshold or capacity that may be broken.");
  private static final Key<Quantity> CEILING =
      optional(
          "ceiling", ThresholdKinds.QUANTITY_WITH_UNIT, "Beyond it the threshold fails as ever.");
  private static final Key<String> SHIFT =
      optional(
          "shift",
          Kinds.text("the first digits of a commit", "^[0-9a-f]{7,40}$", commit -> commit),
          "Instead of a threshold: the commit of a known shift in level.");
  private static final Key<Glob> CASE =
      optional("case", ThresholdKinds.GLOB, "Only on these cases.");
  private static final Key<Metric> METRIC =
      optional("metric", ThresholdKinds.METRIC, "The metric that shifted.");
  private static final Key<LocalDate> UNTIL =
      required("until", Kinds.date(), "Last day on which it holds.");
  private static final Key<String> ISSUE =
      required("issue", ThresholdKinds.PROSE, "Where the work on it is tracked.");
  private static final Key<String> REASON =
      required("reason", ThresholdKinds.PROSE, "Why it is let through.");

  static final Shape<Waiver> SHAPE =
      new Shape<>(
          "a waiver",
          WaiverFormat::build,
          List.of(THRESHOLD, CEILING, SHIFT, CASE, METRIC, UNTIL, ISSUE, REASON));

  private WaiverFormat() {}

  private static Waiver build(Values values) {
    if (values.has(THRESHOLD) == values.has(SHIFT)) {
      values.fault(THRESHOLD, "a waiver needs either 'threshold' or 'shift'");
      return null;
    }
    return values.has(THRESHOLD) ? ofThreshold(values) : ofShift(values);
  }

  private static Waiver ofThreshold(Values values) {
    needs(values, CEILING, "a waiver of a threshold");
    if (values.has(METRIC)) {
      values.fault(METRIC, "the threshold states it already");
    }
    return new Waiver.OfThreshold(
        values.get(THRESHOLD),
        values.get(CASE, Glob.of("**")),
        values.get(CEILING),
        values.get(UNTIL),
        values.get(ISSUE),
        values.get(REASON),
        values.place(CEILING));
  }

  private static Waiver ofShift(Values values) {
    needs(values, CASE, "a waiver of a shift");
    needs(values, METRIC, "a waiver of a shift");
    if (values.has(CEILING)) {
      values.fault(CEILING, "a shift has none");
    }
    return new Waiver.OfShift(
        values.get(SHIFT),
        values.get(CASE),
        values.get(METRIC),
        values.get(UNTIL),
        values.get(ISSUE),
        values.get(REASON),
        values.place());
  }

  private static void needs(Values values, Key<?> key, String what) {
    if (!values.has(key)) {
      values.fault(key, what + " needs it");
    }
  }
}
