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
import io.perfline.gate.judge.CaseMetrics;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.thresholds.Unit;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads points of {@link InfluxSchema#PERF_CASE} as results of earlier runs. */
final class PastPoint {

  private static final Map<Metric, String> FIELDS =
      Map.ofEntries(
          Map.entry(Metric.THROUGHPUT, Column.THROUGHPUT_PER_S),
          Map.entry(Metric.BYTES, Column.BYTES_PER_S),
          Map.entry(Metric.CPU, Column.SERVER_CPU_US_PER_MSG),
          Map.entry(Metric.CPU_TOTAL, Column.SERVER_CPU_TOTAL_US_PER_MSG),
          Map.entry(Metric.ALLOCATION, Column.SERVER_ALLOCATED_BYTES_PER_MSG),
          Map.entry(Metric.LIVE_SET, Column.LIVE_SET_BYTES),
          Map.entry(Metric.GROWTH, Column.GROWTH_BYTES_PER_MSG),
          Map.entry(Metric.FOOTPRINT, Column.FOOTPRINT_BYTES),
          Map.entry(Metric.HEAP_PEAK, Column.HEAP_PEAK_BYTES),
          Map.entry(Metric.UNDELIVERED, Column.UNDELIVERED),
          Map.entry(Metric.RECOVERY, Column.RECOVERY_MS),
          Map.entry(Metric.RESPONSE_TIME_MEAN, Column.MEAN_MS),
          Map.entry(Metric.RESPONSE_TIME_P50, Column.P50_MS),
          Map.entry(Metric.RESPONSE_TIME_P90, Column.P90_MS),
          Map.entry(Metric.RESPONSE_TIME_P95, Column.P95_MS),
          Map.entry(Metric.RESPONSE_TIME_P99, Column.P99_MS),
          Map.entry(Metric.RESPONSE_TIME_MAX, Column.MAX_MS));

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
    String field = field(metric);
    if (field != null) {
      return Set.of(field);
    }
    if (metric.time()) {
      return Set.of(LongText.columns(histogram(metric)));
    }
    return switch (metric) {
      case REQUESTS -> Set.of(Column.REQUESTS, Column.MESSAGES, Column.THROUGHPUT_PER_S);
      case ERRORS, ERROR_RATE -> Set.of(Column.REQUESTS, Column.ERRORS);
      case EFFICIENCY -> Set.of(Column.THROUGHPUT_PER_S);
      case DRAIN_LOST -> Set.of(Column.DRAIN_LOST);
      case DRAIN_TIME -> Set.of(Column.DRAIN_MS);
      default -> Set.of();
    };
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

  private static String field(Metric metric) {
    return metric.word().startsWith("score.")
        ? metric.word().replace('.', '_')
        : FIELDS.get(metric);
  }

  private static double value(Metric metric, InfluxRow row) {
    String field = field(metric);
    if (field != null) {
      return unit(metric).toFirst(row.number(field));
    }
    if (metric.time()) {
      return time(metric, row);
    }
    return switch (metric) {
      case REQUESTS ->
          row.number(Column.REQUESTS)
              / row.number(Column.MESSAGES)
              * row.number(Column.THROUGHPUT_PER_S);
      case ERRORS -> row.number(Column.ERRORS);
      case DRAIN_LOST -> row.number(Column.DRAIN_LOST);
      case DRAIN_TIME -> row.number(Column.DRAIN_MS);
      case ERROR_RATE ->
          100
              * row.number(Column.ERRORS)
              / (row.number(Column.REQUESTS) + row.number(Column.ERRORS));
      default -> Double.NaN;
    };
  }

  /** Returns the unit in which a column contains a metric. */
  private static Unit unit(Metric metric) {
    return metric == Metric.CPU || metric == Metric.CPU_TOTAL ? Unit.MICROSECONDS : metric.unit();
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
      return CaseMetrics.milliseconds(metric, TimeDistribution.decode(encoded));
    } catch (IllegalArgumentException e) {
      throw Fault.noVerdict(
          "the histogram of %s in run %s, as InfluxDB stores it, is %s"
              .formatted(row.text(Column.CASE), row.text(Column.RUN), e.getMessage()),
          e);
    }
  }
}
