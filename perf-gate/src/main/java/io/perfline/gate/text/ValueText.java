package io.perfline.gate.text;

import io.perfline.core.run.LoadUnit;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.Unit;
import io.perfline.gate.verdict.BaselineContent;
import io.perfline.gate.verdict.BaselineOrigin;
import io.perfline.gate.verdict.ConfidenceInterval;
import io.perfline.gate.verdict.FigureFormat;
import io.perfline.gate.verdict.Limit;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Measured;

/** The values of a line, for people. */
public final class ValueText {

  private ValueText() {}

  /** Returns the outcome, with words of their own for two findings. */
  static String outcome(Line line) {
    return switch (line.finding()) {
      case UNCHANGED -> "UNCHANGED";
      case NOT_AVAILABLE -> "NOT AVAILABLE";
      default -> line.outcome().id();
    };
  }

  /** Formats the value with enough digits to show on which side of the limits it is. */
  public static String shown(Line line) {
    return shown(line.limited(), line.measured());
  }

  static String shown(Limit limit, Measured measured) {
    return FigureFormat.withUnit(
        (double) measured.value(),
        measured.unit() == null ? "" : measured.unit().symbol(),
        limit.in(measured.unit()).orElse(Double.NaN),
        limit.warnIn(measured.unit()).orElse(Double.NaN));
  }

  /** Returns the measured value, or the change with its interval, or {@code –} without a value. */
  public static String measured(Line line) {
    if (line.value() == null) {
      return "–";
    }
    if (line.baseline() == null) {
      boolean open = line.interval() != null && line.interval().high() == null;
      return (open ? "at least " : "") + shown(line);
    }
    return line.interval() == null
        ? signed(line.limited(), line.measured())
        : change(line.limited(), line.measured());
  }

  /** Returns a change with its interval, such as {@code +2.3 % [+1.2 %, +3.4 %]}. */
  static String change(Limit limit, Measured measured) {
    return "%s [%s]".formatted(signed(limit, measured), ends(limit, measured, ", "));
  }

  /** Returns a change without its interval, such as {@code +2.3 %}. */
  static String signed(Limit limit, Measured measured) {
    return end(measured.value(), limit, measured.unit());
  }

  /** Returns an interval such as {@code [+1.2 %, +3.4 %]}. */
  static String interval(Line line) {
    ConfidenceInterval interval = line.interval();
    return "[%s]"
        .formatted(
            line.relative()
                ? ends(line.limited(), line.measured(), ", ")
                : FigureFormat.withUnit(interval.low(), line.unit())
                    + ", "
                    + FigureFormat.withUnit(interval.high(), line.unit()));
  }

  private static String ends(Limit limit, Measured measured, String between) {
    ConfidenceInterval interval = measured.interval();
    double low = interval.low() == null ? Double.NEGATIVE_INFINITY : interval.low();
    double high = interval.high() == null ? Double.POSITIVE_INFINITY : interval.high();
    return end(low, limit, measured.unit()) + between + end(high, limit, measured.unit());
  }

  private static String end(double value, Limit limit, Unit unit) {
    return FigureFormat.change(
        value,
        unit.symbol(),
        limit.in(unit).orElse(Double.NaN),
        limit.warnIn(unit).orElse(Double.NaN));
  }

  /** Returns both values, such as {@code 100 → 162 µs per message}; empty if one is unknown. */
  public static String beforeAndAfter(Line line) {
    BaselineOrigin baseline = line.baseline();
    if (baseline == null || baseline.value() == null || baseline.now() == null) {
      return "";
    }
    boolean cost = line.knownMetric().filter(Metric::perMessage).isPresent();
    LoadUnit unit = baseline.per() == null ? LoadUnit.MESSAGE : baseline.per();
    return "%s → %s %s%s"
        .formatted(
            FigureFormat.brief(baseline.value(), baseline.now()),
            FigureFormat.brief(baseline.now(), baseline.value()),
            baseline.unit().replace("us", "µs"),
            cost ? " " + unit.each() : "");
  }

  /**
   * Describes a comparison, such as {@code 100 → 162 µs per message: +62.1 %, 99.9 % confidence
   * interval +54 % to +71 %}; empty for an absolute limit.
   */
  static String comparison(Line line) {
    if (line.baseline() == null || line.value() == null) {
      return "";
    }
    String interval =
        line.interval() == null
            ? ""
            : ", %s confidence interval %s"
                .formatted(
                    FigureFormat.confidence(line.interval().confidence()),
                    ends(line.limited(), line.measured(), " to "));
    String values = beforeAndAfter(line);
    return (values.isEmpty() ? "" : values + ": ")
        + signed(line.limited(), line.measured())
        + interval;
  }

  /** Names the build or the runs that the baseline consists of. */
  public static String baseline(BaselineOrigin baseline) {
    if (baseline.origin() instanceof BaselineContent.Build build) {
      return build.text();
    }
    if (baseline.origin() instanceof BaselineContent.Described described) {
      return described.text();
    }
    throw new IllegalStateException("not in words yet: " + baseline.origin());
  }

  /** Describes the origin of the baseline. */
  public static String origin(BaselineOrigin baseline) {
    return baseline(baseline) + (baseline.paired() ? ", measured together with it" : "");
  }
}
