package io.perfline.gate.verdict;

import io.perfline.gate.metric.Condition;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.Unit;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The limit of a line, or the subject of a remark.
 *
 * @param metric the metric's name in {@code thresholds.yml}; the subject of a remark
 * @param text the condition that passes, as in {@code thresholds.yml}; any word for a remark
 * @param pass the condition that passes; null for a remark
 * @param warn the condition that warns; null if there is none
 */
public record Limit(String metric, String text, Condition pass, Condition warn) {

  /** The name of a limit on the number of users. */
  public static final String CAPACITY = "capacity";

  public Limit {
    Objects.requireNonNull(metric, "metric");
    Objects.requireNonNull(text, "limit");
  }

  public static Limit of(String metric, Condition pass, Condition warn) {
    return new Limit(metric, pass.text(), pass, warn);
  }

  public static Limit remark(String about, String text) {
    return new Limit(about, text, null, null);
  }

  /**
   * Reads a limit as it was written; a text that is not a condition becomes a remark.
   *
   * @param warn the condition that warns; null if there is none
   */
  public static Limit parse(String metric, String text, String warn) {
    Condition pass;
    try {
      pass = Condition.parse(text);
    } catch (IllegalArgumentException remark) {
      return remark(metric, text);
    }
    return new Limit(metric, text, pass, warn == null ? null : Condition.parse(warn));
  }

  /** Returns the metric; empty for a capacity or a remark. */
  public Optional<Metric> known() {
    return Metric.of(metric);
  }

  /** Returns true if larger values than the limit exceed it. */
  public boolean isUpper() {
    return pass != null && pass.operator().fromAbove();
  }

  /** Returns the limit in the given unit; empty for a remark, or a unit of another dimension. */
  public OptionalDouble in(Unit unit) {
    return pass == null ? OptionalDouble.empty() : in(pass, unit);
  }

  /** Returns the limit that warns in the given unit; empty if there is none. */
  public OptionalDouble warnIn(Unit unit) {
    return warn == null ? OptionalDouble.empty() : in(warn, unit);
  }

  private static OptionalDouble in(Condition condition, Unit unit) {
    return unit != null && condition.limit().unit().dimension() == unit.dimension()
        ? OptionalDouble.of(condition.limit().in(unit))
        : OptionalDouble.empty();
  }
}
