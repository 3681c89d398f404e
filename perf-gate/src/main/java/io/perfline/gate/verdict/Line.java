package io.perfline.gate.verdict;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.Unit;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of one threshold on one case.
 *
 * @param caseName the name of the case, or the pattern of the threshold if no case matches it
 * @param target the target of the load, such as {@code direct}; null if there is no such case
 * @param baseline the baseline; null for an absolute limit
 * @param reason the reason for the finding, as a sentence that only people read
 * @param methods the methods that got slower, as a sentence; null if they are not known
 * @param cause the method that got slower most, with its change; null if it is not known
 * @param othersPercent the share of the machine that other processes used, in percent, if it is the
 *     reason for the finding; null otherwise
 */
public record Line(
    String threshold,
    String caseName,
    String target,
    Limit limited,
    Measured measured,
    BaselineOrigin baseline,
    Finding finding,
    String reason,
    String methods,
    String cause,
    Double othersPercent) {

  public Line {
    Objects.requireNonNull(threshold, "threshold");
    Objects.requireNonNull(caseName, "case");
    Objects.requireNonNull(reason, "reason");
    if (measured.value() == null
        && finding.outcome() == Outcome.PASS
        && finding != Finding.UNCHANGED) {
      throw new IllegalArgumentException(
          "%s on %s: passes without a value".formatted(threshold, caseName));
    }
  }

  /** Creates a line whose finding is not due to other processes. */
  public Line(
      String threshold,
      String caseName,
      String target,
      Limit limited,
      Measured measured,
      BaselineOrigin baseline,
      Finding finding,
      String reason) {
    this(
        threshold, caseName, target, limited, measured, baseline, finding, reason, null, null,
        null);
  }

  /** Creates a line on the comparison as a whole rather than on one case. */
  public static Line ofComparison(Finding finding, String reason) {
    return remark("comparison", "**", Limit.remark("baseline", "–"), finding, reason);
  }

  /** Creates a line without a value, whose threshold is not one of {@code thresholds.yml}. */
  public static Line remark(
      String threshold, String caseName, Limit limit, Finding finding, String reason) {
    Measured nothing = Measured.nothing(null, 0);
    return new Line(threshold, caseName, null, limit, nothing, null, finding, reason);
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Line read(StoredLine stored) {
    return stored.line();
  }

  @JsonValue
  StoredLine stored() {
    return StoredLine.of(this);
  }

  public Outcome outcome() {
    return finding.outcome();
  }

  public String metric() {
    return limited.metric();
  }

  /** Returns the metric; empty for a capacity or a remark. */
  public Optional<Metric> knownMetric() {
    return limited.known();
  }

  /** Returns the condition that passes, as in {@code thresholds.yml}. */
  public String limit() {
    return limited.text();
  }

  /** Returns the condition that warns, as in {@code thresholds.yml}; null if there is none. */
  public String warn() {
    return limited.warn() == null ? null : limited.warn().text();
  }

  public Double value() {
    return measured.value();
  }

  /** Returns the symbol of the unit; empty for a remark. */
  public String unit() {
    return measured.unit() == null ? "" : measured.unit().symbol();
  }

  public ConfidenceInterval interval() {
    return measured.interval();
  }

  public long samples() {
    return measured.samples();
  }

  public Double detectable() {
    return measured.detectable();
  }

  /** Returns the limit in the unit of the value; empty for a remark. */
  public OptionalDouble bound() {
    return limited.in(measured.unit());
  }

  /** Returns true if the value is a percentage. */
  public boolean inPercent() {
    return measured.unit() == Unit.PERCENT;
  }

  /** Returns true for a comparison with a baseline. */
  public boolean relative() {
    return baseline != null;
  }

  /** Returns true if the limit compares pairs of slices. */
  public boolean comparesPairs() {
    return baseline != null && baseline.paired();
  }

  /** Returns the reason, followed by the methods that got slower. */
  public String reasonWithMethods() {
    return methods == null ? reason : reason + "; " + methods;
  }

  /**
   * Returns this line with the methods that got slower.
   *
   * @param most the method that got slower most; null if it is not known
   */
  public Line with(String slower, String most) {
    return new Line(
        threshold,
        caseName,
        target,
        limited,
        measured,
        baseline,
        finding,
        reason,
        slower,
        most,
        othersPercent);
  }

  /**
   * Returns the first unit of the dimension of the value, which is the same for all lines on a
   * metric; null for a remark.
   */
  public Unit firstUnit() {
    return measured.unit() == null ? null : Unit.first(measured.unit().dimension());
  }

  /**
   * Converts a value from the line's unit to {@link #firstUnit}.
   *
   * @param number the value; null for none, which is returned as NaN
   */
  public double inFirstUnit(Double number) {
    if (number == null) {
      return Double.NaN;
    }
    return measured.unit() == null ? number : measured.unit().toFirst(number);
  }

  /**
   * Returns true if something was not validly measured, so that more load can't decide the line.
   */
  public boolean measuredInvalidly() {
    return outcome() == Outcome.INVALID && !finding.open();
  }
}
