package io.perfline.gate.verdict;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.yaml.RecordCopy;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.Unit;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The result of one threshold on one case.
 *
 * @param caseName the name of the case, or the pattern of the threshold if no case matches it
 * @param target the target of the load, such as {@code direct}; null if there is no such case
 * @param metric the metric's name in {@code thresholds.yml}
 * @param limit the condition that passes, as in {@code thresholds.yml}
 * @param warn the condition that warns; null if there is none
 * @param value the measured value, in {@code unit}; null if there is none
 * @param unit the unit of {@code value} and {@code interval}; {@code %} for a change in percent
 * @param interval the confidence interval of {@code value}; null if there is none
 * @param samples the number of requests, pairs or runs on which the value is based
 * @param baseline the origin of the baseline; null for an absolute limit
 * @param finding the reason for the outcome, for programs
 * @param reason the reason for the outcome, as a sentence for people
 * @param cause the method that got slower most, with its change; null if it is not known
 * @param detectable the smallest change that would have exceeded the limits with an interval as
 *     wide as this one, in {@code unit}; null if it is not known
 */
public record Line(
    String threshold,
    @JsonProperty("case") String caseName,
    String target,
    String metric,
    String limit,
    String warn,
    Double value,
    String unit,
    ConfidenceInterval interval,
    long samples,
    BaselineOrigin baseline,
    Outcome outcome,
    Finding finding,
    String reason,
    String cause,
    Double detectable) {

  private static final Pattern CONDITION =
      Pattern.compile("\\s*(?:<=|>=|<|>|==)?\\s*([+-]?[0-9]+(?:\\.[0-9]+)?)\\s*(\\S*)\\s*");

  public Line {
    Objects.requireNonNull(threshold, "threshold");
    Objects.requireNonNull(caseName, "case");
    Objects.requireNonNull(metric, "metric");
    Objects.requireNonNull(limit, "limit");
    Objects.requireNonNull(reason, "reason");
    if (outcome != finding.outcome()) {
      throw new IllegalArgumentException(
          "%s on %s: the finding %s is %s, not %s"
              .formatted(
                  threshold, caseName, finding.word(), finding.outcome().word(), outcome.word()));
    }
    if (value != null && !Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "%s on %s: %s is not a value".formatted(threshold, caseName, value));
    }
    if (value == null && outcome == Outcome.PASS && finding != Finding.UNCHANGED) {
      throw new IllegalArgumentException(
          "%s on %s: passes without a value".formatted(threshold, caseName));
    }
  }

  /** Creates a line without a known cause and detectable change. */
  public Line(
      String threshold,
      String caseName,
      String target,
      String metric,
      String limit,
      String warn,
      Double value,
      String unit,
      ConfidenceInterval interval,
      long samples,
      BaselineOrigin baseline,
      Outcome outcome,
      Finding finding,
      String reason) {
    this(
        threshold, caseName, target, metric, limit, warn, value, unit, interval, samples, baseline,
        outcome, finding, reason, null, null);
  }

  /** Creates a line on the comparison as a whole rather than on one case. */
  public static Line ofComparison(Finding finding, String reason) {
    return withoutValue("comparison", "**", null, "baseline", "–", finding, reason);
  }

  /** Creates a line on a case whose load ended the candidate's server. */
  public static Line ofServerEnd(String caseName, String target, String reason) {
    return withoutValue("server", caseName, target, "server", "runs", Finding.SERVER_ENDED, reason);
  }

  /** Creates a line without a value, whose threshold is not one of {@code thresholds.yml}. */
  public static Line withoutValue(
      String threshold,
      String caseName,
      String target,
      String metric,
      String limit,
      Finding finding,
      String reason) {
    Outcome outcome = finding.outcome();
    return new Line(
        threshold, caseName, target, metric, limit, null, null, "", null, 0, null, outcome, finding,
        reason);
  }

  /**
   * Returns the limit as a number in the given unit; empty if it is not a single number, or its
   * unit can't be converted.
   */
  public OptionalDouble limitIn(String wanted) {
    return limitIn(wanted, limit);
  }

  /** Formats the value for people, with enough digits to show on which side of the limits it is. */
  public String shownValue() {
    double[] limits =
        Stream.of(limit, warn == null ? "" : warn)
            .mapToDouble(text -> limitIn(unit, text).orElse(Double.NaN))
            .toArray();
    return FigureFormat.withUnit((double) value, unit, limits);
  }

  /** Returns both values, such as {@code 100 → 162 µs per message}; empty if one is unknown. */
  public String beforeAndAfter() {
    if (baseline == null || baseline.value() == null || baseline.now() == null) {
      return "";
    }
    boolean cost = Metric.of(metric).filter(Metric::perMessage).isPresent();
    LoadUnit unit = baseline.per() == null ? LoadUnit.MESSAGE : baseline.per();
    return "%s → %s %s%s"
        .formatted(
            FigureFormat.brief(baseline.value(), baseline.now()),
            FigureFormat.brief(baseline.now(), baseline.value()),
            baseline.unit().replace("us", "µs"),
            cost ? " " + unit.each() : "");
  }

  /** Returns true if larger values than the limit exceed it. */
  @JsonIgnore
  public boolean isUpperLimit() {
    return limit.startsWith("<");
  }

  /** Returns the outcome for people, with words of their own for two findings. */
  public String word() {
    return switch (finding) {
      case UNCHANGED -> "UNCHANGED";
      case NOT_AVAILABLE -> "NOT AVAILABLE";
      default -> outcome.word();
    };
  }

  /** Returns true for a comparison with a baseline. */
  @JsonIgnore
  public boolean relative() {
    return baseline != null;
  }

  /**
   * Returns this line with another reason and cause.
   *
   * @param otherCause the cause; null if it is not known
   */
  public Line with(String otherReason, String otherCause) {
    return RecordCopy.of(this, "reason", otherReason, "cause", otherCause);
  }

  /**
   * Returns this line with the smallest change that would have exceeded the limits.
   *
   * @param change the change in {@code unit}; null if it is not known
   */
  public Line withDetectable(Double change) {
    return RecordCopy.of(this, "detectable", change);
  }

  public Line withFinding(Finding other) {
    return RecordCopy.of(this, "finding", other, "outcome", other.outcome());
  }

  public Line withReason(String other) {
    return with(other, cause);
  }

  /**
   * Returns the number of a condition in the given unit; empty if the condition is not a single
   * number, or its unit can't be converted.
   */
  static OptionalDouble limitIn(String unit, String condition) {
    Matcher matcher = CONDITION.matcher(condition);
    if (!matcher.matches()) {
      return OptionalDouble.empty();
    }
    double number = Double.parseDouble(matcher.group(1));
    String from = matcher.group(2);
    if (from.equals(unit)) {
      return OptionalDouble.of(number);
    }
    Optional<Unit> written = Unit.of(from);
    return Unit.of(unit)
        .filter(wanted -> written.map(Unit::dimension).equals(Optional.of(wanted.dimension())))
        .map(wanted -> OptionalDouble.of(wanted.fromFirst(written.get().toFirst(number))))
        .orElse(OptionalDouble.empty());
  }

  /**
   * Returns the first unit of the dimension of {@code unit}, which is the same for all lines on a
   * metric; {@code unit} itself if its dimension is unknown.
   */
  public String firstUnit() {
    return Unit.of(unit).map(known -> Unit.first(known.dimension()).symbol()).orElse(unit);
  }

  /**
   * Converts a value from {@code unit} to {@link #firstUnit}.
   *
   * @param number the value; null for none, which is returned as NaN
   */
  public double inFirstUnit(Double number) {
    return number == null
        ? Double.NaN
        : Unit.of(unit).map(known -> known.toFirst(number)).orElse(number);
  }

  /** Returns true if the limit compares pairs of slices. */
  public boolean comparesPairs() {
    return baseline != null && baseline.kind().equals("paired");
  }

  /**
   * Returns true if something was not validly measured, so that more load can't decide the line.
   */
  public boolean spoilt() {
    return outcome == Outcome.INVALID && !finding.open();
  }
}
