package io.perfline.gate.history;

import io.perfline.deploy.command.Fault;
import io.perfline.gate.judge.MetricOfTimes;
import io.perfline.gate.judge.PastCase;
import io.perfline.gate.run.TimeDistribution;
import io.perfline.gate.thresholds.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

  private PastPoint() {}

  /** What to select for these metrics: histograms only where no field holds the figure. */
  static String columns(Set<Metric> metrics) {
    List<String> columns = new ArrayList<>();
    columns.add("run, \"commit\", fingerprint, \"valid\", requests, messages, errors");
    columns.add(String.join(", ", FIELDS.values().stream().sorted().toList()));
    if (metrics.contains(Metric.RESPONSE_TIME_P99_9)) {
      columns.add("/^histogram(_\\d+)?$/");
    }
    if (metrics.stream().anyMatch(metric -> metric.time() && !metric.responseTime())) {
      columns.add("/^service_histogram(_\\d+)?$/");
    }
    return String.join(", ", columns);
  }

  static PastCase read(Answer answer) {
    long time = (long) answer.number("time");
    return new PastCase(
        answer.text("run"),
        answer.text("commit"),
        Instant.ofEpochSecond(0, time),
        (long) answer.number("requests"),
        (long) answer.number("errors"),
        metric -> value(metric, answer));
  }

  private static double value(Metric metric, Answer answer) {
    String field = FIELDS.get(metric);
    if (field != null) {
      return answer.number(field);
    }
    if (metric == Metric.REQUESTS) {
      return answer.number("requests")
          / answer.number("messages")
          * answer.number("throughput_per_s");
    }
    return metric.time() ? time(metric, answer) : Double.NaN;
  }

  private static double time(Metric metric, Answer answer) {
    String encoded = answer.longText(metric.responseTime() ? "histogram" : "service_histogram");
    if (encoded.isEmpty()) {
      return Double.NaN;
    }
    try {
      return MetricOfTimes.milliseconds(metric, TimeDistribution.decode(encoded));
    } catch (IllegalArgumentException e) {
      throw Fault.noVerdict(
          "the histogram of %s in run %s, as InfluxDB holds it, is %s"
              .formatted(answer.text("case"), answer.text("run"), e.getMessage()),
          e);
    }
  }
}
