package io.perfline.gate.thresholds;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.SourcePosition;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.Quantity;
import java.time.LocalDate;

/**
 * An entry of the section {@code waivers}: a known problem that is permitted for a limited time.
 */
public sealed interface Waiver {

  /** Returns the last day on which the waiver is valid. */
  LocalDate until();

  /** Returns the issue in which the work on the problem is tracked. */
  String issue();

  String reason();

  SourcePosition position();

  /**
   * A threshold that may be exceeded up to a ceiling.
   *
   * @param ceiling the value beyond which the threshold fails in spite of the waiver
   */
  record OfThreshold(
      String threshold,
      Glob cases,
      Quantity ceiling,
      LocalDate until,
      String issue,
      String reason,
      SourcePosition position)
      implements Waiver {

    /** Returns the ceiling as a condition with the direction of {@code pass}. */
    public Condition ceiling(Condition pass) {
      String symbol = pass.operator().fromAbove() ? "<= " : ">= ";
      return Condition.parse(symbol + ceiling.text());
    }
  }

  /**
   * A known level shift, found by {@code ./perfline trend}.
   *
   * @param commit the first digits of the commit that caused the shift
   */
  record OfShift(
      String commit,
      Glob cases,
      Metric metric,
      LocalDate until,
      String issue,
      String reason,
      SourcePosition position)
      implements Waiver {}

  default boolean isValidOn(LocalDate day) {
    return !day.isAfter(until());
  }

  /** The keys of both kinds. */
  record Keys(
      @Key(value = "Names the threshold or capacity that may be exceeded.", kind = "known id")
          String threshold,
      @Key("Sets the value beyond which the threshold fails in spite of the waiver.")
          Quantity ceiling,
      @Key(
              value = "Names, instead of a threshold, the commit of a known level shift.",
              what = "the first digits of a commit",
              form = "^[0-9a-f]{7,40}$")
          String shift,
      @Key(value = "Limits the waiver to the cases whose names match this pattern.", name = "case")
          Glob cases,
      @Key("Names the metric that shifted.") Metric metric,
      @Key(value = "Sets the last day on which the waiver is valid.", required = true)
          LocalDate until,
      @Key(
              value = "Refers to the issue in which the work on the problem is tracked.",
              required = true,
              kind = "prose")
          String issue,
      @Key(value = "Explains why the problem is accepted.", required = true, kind = "prose")
          String reason,
      @Key.At("ceiling") SourcePosition position) {

    Waiver waiver(ParsedObject parsed) {
      if (parsed.isGiven("threshold") == parsed.isGiven("shift")) {
        parsed.fault("threshold", "a waiver needs either 'threshold' or 'shift'");
      } else if (parsed.isGiven("threshold")) {
        needs(parsed, "ceiling", "a waiver of a threshold");
        if (parsed.isGiven("metric")) {
          parsed.fault("metric", "the threshold states it already");
        }
        Glob only = cases == null ? Glob.of("**") : cases;
        return new OfThreshold(threshold, only, ceiling, until, issue, reason, position);
      } else {
        needs(parsed, "case", "a waiver of a shift");
        needs(parsed, "metric", "a waiver of a shift");
        if (parsed.isGiven("ceiling")) {
          parsed.fault("ceiling", "a shift has none");
        }
      }
      return new OfShift(shift, cases, metric, until, issue, reason, position);
    }

    private static void needs(ParsedObject parsed, String key, String what) {
      if (!parsed.isGiven(key)) {
        parsed.fault(key, what + " needs it");
      }
    }
  }
}
