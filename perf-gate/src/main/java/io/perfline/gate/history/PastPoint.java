package io.perfline.gate.history;

import io.perfline.core.command.Fault;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.history.CaseRuns.Attempt;
import io.perfline.gate.history.CaseRuns.Kind;
import io.perfline.gate.influx.Column;
import io.perfline.gate.influx.InfluxQl;
import io.perfline.gate.influx.InfluxRow;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.LongText;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.metric.Metric;
import io.perfline.gate.metric.MetricSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads points of {@link InfluxSchema#PERF_CASE} as results of earlier runs. */
final class PastPoint {

  /**
   * The columns that are always read. They are few, because each column takes InfluxDB equally
   * long.
   */
  private static final String ALWAYS =
      Stream.of(Column.RUN, Column.COMMIT, Column.FINGERPRINT, Column.VALID, Column.VALIDITY)
          .map(InfluxQl::name)
          .collect(Collectors.joining(", "));

  /** The columns that identify a case, to group by. */
  static final String CASE_AND_TARGET =
      InfluxQl.name(Column.CASE) + ", " + InfluxQl.name(Column.TARGET);

  private PastPoint() {}

  /**
   * Returns the columns to select for these metrics, with histograms only where no column has the
   * value.
   */
  static String columns(Set<Metric> metrics) {
    Set<String> columns = new TreeSet<>();
    for (Metric metric : metrics) {
      columns.addAll(of(metric));
    }
    return columns.isEmpty() ? ALWAYS : ALWAYS + ", " + String.join(", ", columns);
  }

  private static Set<String> of(Metric metric) {
    return isFromHistogram(metric)
        ? Set.of(LongText.columns(histogram(metric)))
        : metric.pastColumns();
  }

  private static boolean isFromHistogram(Metric metric) {
    return metric.isFrom(MetricSource.TIMES) && metric.column().isEmpty();
  }

  /** Reads the kind of result, without its figures. */
  static Attempt attempt(InfluxRow row) {
    Kind kind = row.truth(Column.VALID) ? Kind.VALID : Kind.INVALID;
    return new Attempt(
        row.text(Column.RUN),
        row.text(Column.COMMIT),
        row.time(),
        row.text(Column.VALIDITY).equals(InfluxSchema.UNCHANGED) ? Kind.UNCHANGED : kind);
  }

  /** Reads a result whose metrics are computed from the row when they are asked for. */
  static PastCase read(InfluxRow row) {
    return read(row, metric -> value(metric, row));
  }

  /** Reads a result with these metrics, so that the row itself need not stay in memory. */
  static PastCase read(InfluxRow row, Set<Metric> metrics) {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    metrics.forEach(metric -> values.put(metric, value(metric, row)));
    return read(row, metric -> values.getOrDefault(metric, Double.NaN));
  }

  private static PastCase read(InfluxRow row, ToDoubleFunction<Metric> values) {
    return new PastCase(
        row.text(Column.RUN),
        row.text(Column.COMMIT),
        row.time(),
        row.whole(Column.REQUESTS),
        row.whole(Column.ERRORS),
        values);
  }

  private static double value(Metric metric, InfluxRow row) {
    return isFromHistogram(metric) ? time(metric, row) : metric.ofPast(row::number);
  }

  private static String histogram(Metric metric) {
    return metric.responseTime() ? Column.HISTOGRAM : Column.SERVICE_HISTOGRAM;
  }

  private static double time(Metric metric, InfluxRow row) {
    String encoded = row.longText(histogram(metric));
    if (encoded.isEmpty()) {
      return Double.NaN;
    }
    try {
      return metric.of(TimeDistribution.decode(encoded));
    } catch (IllegalArgumentException e) {
      throw Fault.noVerdict(
          "the histogram of %s in run %s, as InfluxDB stores it, is %s"
              .formatted(row.text(Column.CASE), row.text(Column.RUN), e.getMessage()),
          e);
    }
  }
}
