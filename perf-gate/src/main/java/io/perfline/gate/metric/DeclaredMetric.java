package io.perfline.gate.metric;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ServerMemory.Figure;
import io.perfline.core.run.Slice;
import io.perfline.core.run.TimeDistribution;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Answers what is declared about a metric. Values are in {@link #unit()}, the first unit of the
 * dimension, and NaN if they are unknown.
 */
public interface DeclaredMetric {

  MetricDefinition definition();

  /** Returns the name of the metric in {@code thresholds.yml}. */
  default String id() {
    return definition().word;
  }

  default Dimension dimension() {
    return definition().dimension;
  }

  default Unit unit() {
    return Unit.first(dimension());
  }

  default Unit shownIn() {
    return definition().shownIn;
  }

  default MetricSource source() {
    return definition().source;
  }

  /** Returns true if the metric is measured from {@code source}. */
  default boolean isFrom(MetricSource source) {
    return definition().source == source;
  }

  /** Returns true for CPU time of the server. */
  default boolean cpu() {
    return isFrom(MetricSource.SERVER_COST) && dimension() == Dimension.TIME;
  }

  /** Returns the figure of the server's memory that the metric is; empty for other metrics. */
  default Optional<Figure> memory() {
    return Optional.ofNullable(definition().memory);
  }

  /** Returns true if a change is a difference in the metric's own unit instead of a percentage. */
  default boolean difference() {
    return definition().difference;
  }

  /** Returns true if the value is an amount for each message. */
  default boolean perMessage() {
    return definition().perMessage;
  }

  /**
   * Returns true if a measured value can be 0: a count, a size, or a time below its resolution. A
   * service that answers has throughput, CPU time and memory, so 0 of those means that they were
   * not measured.
   */
  default boolean canBeZero() {
    return smallerIsBetter() && !definition().neverZero;
  }

  /** Returns true if a busy machine can't change the value. */
  default boolean unaffectedByOthers() {
    return definition().unaffectedByOthers;
  }

  /** Returns true if it is measured on the servers that the service needs, or on one of them. */
  default boolean ofNeed() {
    return definition().ofNeed;
  }

  /** Returns true if only some cases have the metric, among their figures. */
  default boolean figure() {
    return isFrom(MetricSource.FIGURE) || isFrom(MetricSource.BENCHMARK);
  }

  default boolean smallerIsBetter() {
    return definition().smallerIsBetter;
  }

  /** Returns true if the metric is read from a distribution of times. */
  default boolean time() {
    return isFrom(MetricSource.TIMES);
  }

  /** Returns true if the time begins at the intended send time. */
  default boolean responseTime() {
    return id().startsWith("response_time");
  }

  /** Returns the percentile of the times, where 100 is the largest time; empty for the mean. */
  default Optional<Double> percentile() {
    return Double.isNaN(definition().percentile)
        ? Optional.empty()
        : Optional.of(definition().percentile);
  }

  /** Returns true if the metric counts failures, so that failures don't make it invalid. */
  default boolean countsErrors() {
    return isFrom(MetricSource.FAILURES);
  }

  /** Returns true if the metric counts events that occur in few slices of a comparison. */
  default boolean rare() {
    return definition().rare;
  }

  default String description() {
    return definition().meaning;
  }

  /** Returns the value of a case; NaN for a metric that needs two cases. */
  default double of(CaseResult result) {
    return isFrom(MetricSource.TWO_TARGETS) ? Double.NaN : of(result, null);
  }

  /**
   * Returns the value of a case.
   *
   * @param whole the same case with another target; null unless the metric needs it
   */
  default double of(CaseResult result, CaseResult whole) {
    return definition().ofCase == null
        ? Double.NaN
        : definition().unit.toFirst(definition().ofCase.of(result, whole));
  }

  /** Returns the value of a slice; NaN if slices don't have the metric. */
  default double of(Slice slice) {
    return definition().ofSlice == null
        ? Double.NaN
        : definition().unit.toFirst(definition().ofSlice.applyAsDouble(slice));
  }

  /**
   * Returns the mean or percentile of a distribution in milliseconds; NaN if it is empty or null.
   *
   * @throws IllegalArgumentException if the metric is not read from a distribution of times
   */
  default double of(TimeDistribution times) {
    if (!isFrom(MetricSource.TIMES)) {
      throw new IllegalArgumentException(id() + " is not a response or service time");
    }
    return MetricDefinition.milliseconds(definition().percentile, times);
  }

  /** Returns false if the metric is a cost that the slice does not report. */
  default boolean isReported(Slice slice) {
    return definition().costOfSlice == null || definition().costOfSlice.apply(slice) != null;
  }

  /** Returns true if a case alone has a value, so that it can have an absolute limit. */
  default boolean hasValue() {
    return definition().ofCase != null;
  }

  /** Returns true if two builds that are measured in turns can be compared by the metric. */
  default boolean comparesInPairs() {
    return definition().ofSlice != null || rare() || definition().memory != null;
  }

  /** Returns true if the results of earlier runs contain what the metric is computed from. */
  default boolean comparesWithHistory() {
    return isInHistory() || isFrom(MetricSource.TWO_TARGETS);
  }

  /** Returns true if the history of a single case contains the metric. */
  default boolean isInHistory() {
    return !isFrom(MetricSource.TWO_TARGETS)
        && (definition().column != null
            || definition().ofPast != null
            || isFrom(MetricSource.TIMES));
  }

  /** Returns the column of the history that contains the metric; empty if none does. */
  default Optional<String> column() {
    return Optional.ofNullable(definition().column);
  }

  /** Returns true if the page of a run shows the column, too. */
  default boolean onRunPage() {
    return definition().onRunPage;
  }

  /** Returns the value of a case in the unit of its {@link #column}. */
  default double inColumn(CaseResult result) {
    return isFrom(MetricSource.TIMES)
        ? of(result.times()) // of a tool without intended send times, the service times
        : definition().ofCase.of(result, null);
  }

  /** Returns the columns from which the value of an earlier run is computed, histograms aside. */
  default Set<String> pastColumns() {
    return definition().column == null ? definition().pastColumns : Set.of(definition().column);
  }

  /**
   * Returns the value of an earlier run; NaN if its columns don't contain it.
   *
   * @param run reads a column by its name
   */
  default double ofPast(ToDoubleFunction<String> run) {
    if (definition().column != null) {
      return definition().unit.toFirst(run.applyAsDouble(definition().column));
    }
    return definition().ofPast == null ? Double.NaN : definition().ofPast.applyAsDouble(run);
  }

  /** Returns how a comparison is worse, with {@code %s} for the amount; empty for plain words. */
  default Optional<String> worse() {
    return Optional.ofNullable(definition().worse);
  }

  /** Returns the heading of the metric's column in the report; empty if it has none. */
  default Optional<String> reportTitle() {
    return Optional.ofNullable(definition().reportTitle);
  }

  /** Returns the name for other tools, after {@code perfline.case.}; empty if not exported. */
  default Optional<String> exportedName() {
    return Optional.ofNullable(definition().exportedName);
  }

  /** Returns the meaning of the exported metric in a sentence. */
  default String exportedMeaning() {
    return definition().exportedMeaning;
  }
}
