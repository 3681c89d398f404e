package io.perfline.gate.verdict;

import io.perfline.gate.metric.Unit;

/**
 * The measured figures of a line.
 *
 * @param value the value, or the change for a comparison, in {@code unit}; null if there is none
 * @param unit the unit of all figures; {@code %} for a change in percent; null for a remark
 * @param interval the confidence interval of {@code value}; null if there is none
 * @param samples the number of requests, pairs or runs on which the value is based
 * @param detectable the smallest change that would have exceeded the limits with an interval as
 *     wide as this one; null if it is not known
 */
public record Measured(
    Double value, Unit unit, ConfidenceInterval interval, long samples, Double detectable) {

  public Measured {
    if (value != null && !Double.isFinite(value)) {
      throw new IllegalArgumentException(value + " is not a value");
    }
  }

  public static Measured nothing(Unit unit, long samples) {
    return new Measured(null, unit, null, samples, null);
  }
}
