package io.perfline.gate.publish;

import java.util.List;

/**
 * What perfline writes into InfluxDB: the one list of measurements, tags and fields. The dashboards
 * may name nothing else, and a point that isn't exactly this can't be built.
 *
 * <p>A tag costs memory for each of its values for as long as the measurement is kept, so what
 * grows with every build (run, build, commit) is a field wherever points are kept for good.
 *
 * @param measurement its name in InfluxDB
 * @param tags all tags a point can have; an empty one is left out
 * @param fields all fields a point can have; one without a value (a mean of no requests) is left
 *     out, and a histogram of more than 64 KiB goes on in {@code histogram_2} and so on
 */
public record Schema(String measurement, List<String> tags, List<String> fields) {

  /**
   * One point per case of a run, kept for good. Only a case that isn't valid has the tag {@code
   * validity}, which is then {@code invalid}: a dashboard leaves it out at no cost, where asking
   * each point's field would cost most of the query.
   */
  public static final Schema PERF_CASE =
      new Schema(
          "perf_case",
          List.of("branch", "environment", "profile", "simulation", "case", "target", "validity"),
          List.of(
              "run",
              "build",
              "commit",
              "fingerprint",
              "sweep",
              "sweep_value",
              "throughput_per_s",
              "bytes_per_s",
              "requests",
              "messages",
              "errors",
              "error_rate",
              "mean_ms",
              "p50_ms",
              "p90_ms",
              "p95_ms",
              "p99_ms",
              "max_ms",
              "throughput_low_per_s",
              "throughput_high_per_s",
              "p95_low_ms",
              "p95_high_ms",
              "generator_cpu",
              "valid",
              "histogram",
              "service_histogram"));

  /** One point per second of a case, kept for {@link #INTERVALS_DAYS} days. */
  public static final Schema PERF_INTERVAL =
      new Schema(
          "perf_interval",
          List.of("run", "simulation", "case", "target"),
          List.of(
              "second",
              "requests_per_s",
              "messages_per_s",
              "bytes_per_s",
              "errors_per_s",
              "users",
              "min_ms",
              "mean_ms",
              "p95_ms",
              "max_ms",
              "cpu_generator",
              "cpu_tomcat",
              "cpu_kafka",
              "cpu_kafka-2",
              "cpu_cassandra",
              "cpu_cassandra-2",
              "cpu_influxdb",
              "cpu_grafana"));

  /**
   * One point per case of a run once more, without its histograms, for {@link #INTERVALS_DAYS}
   * days: found by its run at once, where in {@link #PERF_CASE} every point must be looked at. A
   * run has one branch, environment and profile, so that these make no more series.
   */
  public static final Schema PERF_RUN =
      new Schema(
          "perf_run",
          List.of("run", "branch", "environment", "profile", "simulation", "case", "target"),
          List.of(
              "throughput_per_s",
              "throughput_low_per_s",
              "throughput_high_per_s",
              "errors",
              "error_rate",
              "mean_ms",
              "p50_ms",
              "p90_ms",
              "p95_ms",
              "p95_low_ms",
              "p95_high_ms",
              "p99_ms",
              "max_ms",
              "valid"));

  /**
   * One point per second of a business case of visitors, their pages and what is static and dynamic
   * in them apart, kept for {@link #INTERVALS_DAYS} days.
   */
  public static final Schema PERF_BUSINESS_CASE =
      new Schema(
          "perf_business_case",
          List.of("run", "simulation", "case", "target", "business_case", "content"),
          List.of(
              "second", "requests_per_s", "errors_per_s", "min_ms", "mean_ms", "p95_ms", "max_ms"));

  /** One point per threshold and case of a run, kept for good. */
  public static final Schema PERF_VERDICT =
      new Schema(
          "perf_verdict",
          List.of("branch", "environment", "threshold", "case", "target"),
          List.of(
              "run",
              "build",
              "metric",
              "condition",
              "unit",
              "value",
              "limit",
              "verdict",
              "severity",
              "finding",
              "reason"));

  /**
   * One point per deployment, per decision of the gate, and per level shift, kept for good. Only a
   * shift has a profile, a case, a target and a metric.
   */
  public static final Schema PERF_EVENT =
      new Schema(
          "perf_event",
          List.of("branch", "environment", "kind", "profile", "case", "target", "metric"),
          List.of("run", "build", "text"));

  /** One point per figure that others published of our cases; written anew at each publishing. */
  public static final Schema PERF_PUBLISHED =
      new Schema(
          "perf_published",
          List.of("simulation", "case"),
          List.of("sweep_value", "throughput_per_s"));

  /** The retention policy of whatever has a run as a tag; all else stays. */
  public static final String INTERVALS = "intervals";

  /** How long {@link #INTERVALS} keeps a point. */
  public static final int INTERVALS_DAYS = 90;

  /**
   * How many days of what is kept for good lie together: a query of a year opens each series once
   * for each of these, which by InfluxDB's own week would be most of what it does.
   */
  public static final int FOR_GOOD_SHARD_DAYS = 84;

  /** All that is ever written. */
  public static final List<Schema> ALL =
      List.of(
          PERF_CASE,
          PERF_INTERVAL,
          PERF_BUSINESS_CASE,
          PERF_RUN,
          PERF_VERDICT,
          PERF_EVENT,
          PERF_PUBLISHED);

  /** What runs left behind: an export holds it. */
  static final List<Schema> HISTORY =
      List.of(PERF_CASE, PERF_VERDICT, PERF_EVENT, PERF_INTERVAL, PERF_BUSINESS_CASE, PERF_RUN);

  public Schema {
    tags = List.copyOf(tags);
    fields = List.copyOf(fields);
  }

  /** Whether its points are dropped after {@link #INTERVALS_DAYS} days: a run as a tag must be. */
  boolean expires() {
    return tags.contains("run");
  }

  /** The measurement as a query names it, with the retention policy where it isn't the default. */
  public String from() {
    return (expires() ? '"' + INTERVALS + "\"." : "") + '"' + measurement + '"';
  }
}
