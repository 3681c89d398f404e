package io.perfline.gate.history;

import io.perfline.core.command.Fault;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.judge.TimeMetric;
import io.perfline.gate.thresholds.Metric;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/** A point of {@code perf_case} as a case of an earlier run. */
final class PastPoint {

  private static final Map<Metric, String> FIELDS =
      Map.of(
          Metric.THROUGHPUT, "throughput_per_s",
          Metric.BYTES, "bytes_per_s",
          Metric.RESPONSE_TIME_MEAN, "mean_ms",
          Metric.RESPONSE_TIME_P50, "p50_ms",
          Metric.RESPONSE_TIME_P90, "p90_ms",
          Metric.RESPONSE_TIME_P95, "p95_ms",
          Metric.RESPONSE_TIME_P99, "p99_ms",
          Metric.RESPONSE_TIME_MAX, "max_ms");

  /** Every further column takes InfluxDB as long as the first. */
  private static final String ALWAYS = "run, \"commit\", fingerprint, \"valid\"";

  private PastPoint() {}

  /** What to select for these metrics, no more: histograms only where no field holds the figure. */
  static String columns(Set<Metric> metrics) {
    Set<String> columns = new TreeSet<>();
    for (Metric metric : metrics) {
      columns.addAll(of(metric));
    }
    return columns.isEmpty() ? ALWAYS : ALWAYS + ", " + String.join(", ", columns);
  }

  private static Set<String> of(Metric metric) {
    String field = FIELDS.get(metric);
    if (field != null) {
      return Set.of(field);
    }
    if (metric.time()) {
      return Set.of("/^%s(_\\d+)?$/".formatted(histogram(metric)));
    }
    return switch (metric) {
      case REQUESTS -> Set.of("requests", "messages", "throughput_per_s");
      case ERRORS, ERROR_RATE -> Set.of("requests", "errors");
      case EFFICIENCY -> Set.of("throughput_per_s");
      default -> Set.of();
    };
  }

  /** Reads each metric when it is asked for. */
  static PastCase read(InfluxRow answer) {
    return read(answer, metric -> value(metric, answer));
  }

  /** Reads these metrics now, so that the point itself need not be kept. */
  static PastCase read(InfluxRow answer, Set<Metric> metrics) {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    metrics.forEach(metric -> values.put(metric, value(metric, answer)));
    return read(answer, metric -> values.getOrDefault(metric, Double.NaN));
  }

  private static PastCase read(InfluxRow answer, ToDoubleFunction<Metric> values) {
    return new PastCase(
        answer.text("run"),
        answer.text("commit"),
        Instant.ofEpochSecond(0, answer.time()),
        answer.whole("requests"),
        answer.whole("errors"),
        values);
  }

  private static double value(Metric metric, InfluxRow answer) {
    String field = FIELDS.get(metric);
    if (field != null) {
      return answer.number(field);
    }
    if (metric.time()) {
      return time(metric, answer);
    }
    return switch (metric) {
      case REQUESTS ->
          answer.number("requests") / answer.number("messages") * answer.number("throughput_per_s");
      case ERRORS -> answer.number("errors");
      case ERROR_RATE ->
          100 * answer.number("errors") / (answer.number("requests") + answer.number("errors"));
      default -> Double.NaN;
    };
  }

  private static String histogram(Metric metric) {
    return metric.responseTime() ? "histogram" : "service_histogram";
  }

  private static double time(Metric metric, InfluxRow answer) {
    String encoded = answer.longText(histogram(metric));
    if (encoded.isEmpty()) {
      return Double.NaN;
    }
    try {
      return TimeMetric.milliseconds(metric, TimeDistribution.decode(encoded));
    } catch (IllegalArgumentException e) {
      throw Fault.noVerdict(
          "the histogram of %s in run %s, as InfluxDB holds it, is %s"
              .formatted(answer.text("case"), answer.text("run"), e.getMessage()),
          e);
    }
  }
}
