package io.perfline.gate.metric;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Drain;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.ServerMemory;
import io.perfline.core.run.Slice;
import io.perfline.core.run.TimeDistribution;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * All that is declared about a metric. The name, the dimension, the direction, the meaning and the
 * value of a case are needed to begin one; what is left out has the default described here. Values
 * are in {@link #unit}, and NaN if they are unknown.
 */
public final class MetricDefinition {

  /** Computes the value of a case; {@code whole} is the same case with another target, or null. */
  interface OfCase {
    double of(CaseResult result, CaseResult whole);
  }

  /** Computes a value from the columns of an earlier run, which it reads by their names. */
  interface OfPast extends ToDoubleFunction<ToDoubleFunction<String>> {}

  final String word;
  final Dimension dimension;
  final boolean smallerIsBetter;
  final String meaning;
  final MetricSource source;

  /** Null if only a comparison in pairs has a value. */
  final OfCase ofCase;

  /** The unit of the values; by default the first of the dimension. */
  Unit unit;

  /** The unit in which people see the values; by default that of the values. */
  Unit shownIn;

  /** The value of a slice; null if there is none, so that slices can't be compared by it. */
  ToDoubleFunction<Slice> ofSlice;

  /** The server's cost in a slice, before it is divided by the messages; null for no cost. */
  Function<Slice, Double> costOfSlice;

  ServerMemory.Figure memory;

  /** The percentile of times, where 100 is the largest; NaN for the mean and for other metrics. */
  double percentile = Double.NaN;

  /** The column of the history with the value of a case; null if there is none. */
  String column;

  /** True if the page of a run shows the column, too. */
  boolean onRunPage;

  /** The columns from which {@link #ofPast} computes the value. */
  Set<String> pastColumns = Set.of();

  /** The value of an earlier run without a column of its own; null if there is none. */
  OfPast ofPast;

  /** True if slices are compared by how often something happened in them, which is rare. */
  boolean rare;

  boolean difference;
  boolean perMessage;

  /** True if 0 means that nothing was measured, because every service that answers needs some. */
  boolean neverZero;

  /** True if a busy machine can't change the value. */
  boolean unaffectedByOthers;

  /** True if it is measured on the servers that the service needs. */
  boolean ofNeed;

  /** How a comparison is worse, such as {@code uses %s more CPU}; null for plain words. */
  String worse;

  /** The heading of its column in the report; null if the metric has none. */
  String reportTitle;

  /** The name for other tools, after {@code perfline.case.}; null if it is not exported. */
  String exportedName;

  String exportedMeaning;

  private MetricDefinition(
      MetricSource source,
      String word,
      Dimension dimension,
      boolean smallerIsBetter,
      String meaning,
      OfCase ofCase) {
    this.source = source;
    this.word = word;
    this.dimension = dimension;
    this.smallerIsBetter = smallerIsBetter;
    this.meaning = meaning;
    this.ofCase = ofCase;
    unit = Unit.first(dimension);
    shownIn = unit;
  }

  static MetricDefinition smaller(
      MetricSource source,
      String word,
      Dimension dimension,
      String meaning,
      ToDoubleFunction<CaseResult> ofCase) {
    return new MetricDefinition(source, word, dimension, true, meaning, alone(ofCase));
  }

  static MetricDefinition larger(
      MetricSource source,
      String word,
      Dimension dimension,
      String meaning,
      ToDoubleFunction<CaseResult> ofCase) {
    return new MetricDefinition(source, word, dimension, false, meaning, alone(ofCase));
  }

  /** Begins a share of the value of the same case with another target. */
  static MetricDefinition ofTwoTargets(String word, String meaning, OfCase ofCase) {
    return new MetricDefinition(
        MetricSource.TWO_TARGETS, word, Dimension.SHARE, false, meaning, ofCase);
  }

  /** Begins a metric that a case alone does not have. */
  static MetricDefinition onlyInPairs(String word, Dimension dimension, String meaning) {
    return new MetricDefinition(MetricSource.REQUESTS, word, dimension, true, meaning, null);
  }

  /** Begins a cost of the server per message. */
  static MetricDefinition ofCost(
      String word,
      Unit unit,
      String meaning,
      Function<ServerCost, Double> ofCase,
      Function<Slice, Double> ofSlice) {
    MetricDefinition cost =
        smaller(
                MetricSource.SERVER_COST,
                word,
                unit.dimension(),
                meaning,
                result ->
                    result.server() == null
                        ? Double.NaN
                        : known(ofCase.apply(result.server())) / result.messages())
            .ofSlice(slice -> known(ofSlice.apply(slice)) / slice.messages())
            .in(unit)
            .perMessage();
    cost.costOfSlice = ofSlice;
    return cost;
  }

  static MetricDefinition ofMemory(ServerMemory.Figure figure, String word, String meaning) {
    MetricDefinition memory =
        smaller(
            MetricSource.SERVER_MEMORY,
            word,
            Dimension.BYTES,
            meaning,
            result -> result.memory() == null ? Double.NaN : result.memory().ofCandidate(figure));
    memory.memory = figure;
    return memory;
  }

  static MetricDefinition ofDrain(
      String word, Dimension dimension, String meaning, ToDoubleFunction<Drain> value) {
    return smaller(
        MetricSource.SHUTDOWN,
        word,
        dimension,
        meaning,
        result -> result.drain() == null ? Double.NaN : value.applyAsDouble(result.drain()));
  }

  /** Begins a figure that a case may have under the name of the metric. */
  static MetricDefinition ofFigure(String word, Dimension dimension, String meaning) {
    return smaller(MetricSource.FIGURE, word, dimension, meaning, named(word));
  }

  /** Begins a figure of a benchmark, which has a column under its own name. */
  static MetricDefinition score(String name, Dimension dimension, String meaning) {
    String word = "score." + name;
    return new MetricDefinition(
            MetricSource.BENCHMARK,
            word,
            dimension,
            dimension != Dimension.OPERATIONS_PER_TIME,
            "of a benchmark: " + meaning,
            alone(named(word)))
        .column(word.replace('.', '_'));
  }

  /**
   * Begins a mean or percentile of times.
   *
   * @param percentile NaN for the mean
   * @param ofCase the times, in milliseconds, of which there may be none
   */
  static MetricDefinition time(
      String times,
      String statistic,
      double percentile,
      Function<CaseResult, TimeDistribution> ofCase,
      Function<Slice, TimeDistribution> ofSlice) {
    MetricDefinition time =
        smaller(
                MetricSource.TIMES,
                times + "." + statistic,
                Dimension.TIME,
                statistic + " of the " + times.replace('_', ' '),
                result -> milliseconds(percentile, ofCase.apply(result)))
            .ofSlice(slice -> milliseconds(percentile, ofSlice.apply(slice)));
    time.percentile = percentile;
    return time;
  }

  MetricDefinition in(Unit other) {
    unit = other;
    shownIn = other;
    return this;
  }

  MetricDefinition shownIn(Unit other) {
    shownIn = other;
    return this;
  }

  MetricDefinition ofSlice(ToDoubleFunction<Slice> value) {
    ofSlice = value;
    return this;
  }

  MetricDefinition rare() {
    rare = true;
    return this;
  }

  /** A change is a difference in the metric's own unit instead of a percentage. */
  MetricDefinition difference() {
    difference = true;
    return this;
  }

  MetricDefinition perMessage() {
    perMessage = true;
    return this;
  }

  MetricDefinition neverZero() {
    neverZero = true;
    return this;
  }

  MetricDefinition ofNeed() {
    ofNeed = true;
    return this;
  }

  MetricDefinition unaffectedByOthers() {
    unaffectedByOthers = true;
    return this;
  }

  MetricDefinition column(String name) {
    column = name;
    return this;
  }

  MetricDefinition onRunPage() {
    onRunPage = true;
    return this;
  }

  MetricDefinition past(Set<String> columns, OfPast value) {
    pastColumns = columns;
    ofPast = value;
    return this;
  }

  MetricDefinition worse(String phrase) {
    worse = phrase;
    return this;
  }

  MetricDefinition reportTitle(String title) {
    reportTitle = title;
    return this;
  }

  MetricDefinition exported(String name, String what) {
    exportedName = name;
    exportedMeaning = what;
    return this;
  }

  /**
   * Returns a percentile or the mean; NaN if there are no times. Each analysis during a comparison
   * reads the same slices again, so values that the distribution caches are read from its cache.
   */
  static double milliseconds(double percentile, TimeDistribution times) {
    if (times == null) {
      return Double.NaN;
    }
    double micros =
        Double.isNaN(percentile)
            ? times.summary().meanUs()
            : percentile == 100
                ? times.maxUs()
                : percentile == 95 ? times.summary().p95Us() : times.percentileUs(percentile);
    return micros / 1000;
  }

  private static OfCase alone(ToDoubleFunction<CaseResult> value) {
    return (result, whole) -> value.applyAsDouble(result);
  }

  private static ToDoubleFunction<CaseResult> named(String figure) {
    return result -> result.figures().getOrDefault(figure, Double.NaN);
  }

  private static double known(Double figure) {
    return figure == null ? Double.NaN : figure;
  }
}
