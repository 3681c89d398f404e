package io.perfline.gate.influx;

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
public record InfluxSchema(String measurement, List<String> tags, List<String> fields) {

  /**
   * One point per case of a run, kept for good. Only a case that isn't valid has the tag {@code
   * validity}, which is then {@code invalid}: a dashboard leaves it out at no cost, where asking
   * each point's field would cost most of the query.
   */
  public static final InfluxSchema PERF_CASE =
      new InfluxSchema(
          "perf_case",
          List.of(
              Column.BRANCH,
              Column.ENVIRONMENT,
              Column.PROFILE,
              Column.SIMULATION,
              Column.CASE,
              Column.TARGET,
              Column.VALIDITY),
          List.of(
              Column.RUN,
              Column.BUILD,
              Column.COMMIT,
              Column.FINGERPRINT,
              Column.SWEEP,
              Column.SWEEP_VALUE,
              Column.THROUGHPUT_PER_S,
              Column.BYTES_PER_S,
              Column.REQUESTS,
              Column.MESSAGES,
              Column.ERRORS,
              Column.ERROR_RATE,
              Column.MEAN_MS,
              Column.P50_MS,
              Column.P90_MS,
              Column.P95_MS,
              Column.P99_MS,
              Column.MAX_MS,
              Column.THROUGHPUT_LOW_PER_S,
              Column.THROUGHPUT_HIGH_PER_S,
              Column.P95_LOW_MS,
              Column.P95_HIGH_MS,
              Column.GENERATOR_CPU,
              Column.FOREIGN_CPU,
              Column.DRAIN_LOST,
              Column.DRAIN_MS,
              Column.SERVER_CPU_US_PER_MSG,
              Column.SERVER_CPU_TOTAL_US_PER_MSG,
              Column.SERVER_ALLOCATED_BYTES_PER_MSG,
              Column.UNDELIVERED,
              Column.RECOVERY_MS,
              Column.SCORE + "time",
              Column.SCORE + "time_p50",
              Column.SCORE + "time_p90",
              Column.SCORE + "time_p95",
              Column.SCORE + "time_p99",
              Column.SCORE + "time_p99_9",
              Column.SCORE + "time_max",
              Column.SCORE + "rate",
              Column.SCORE + "error",
              Column.SCORE + "bytes",
              Column.SCORE + "byte_rate",
              Column.SCORE + "count",
              Column.SCORE + "duration",
              Column.VALID,
              Column.RUN_MIDDLE_MS,
              Column.RUN_WINDOW_MS,
              Column.HISTOGRAM,
              Column.SERVICE_HISTOGRAM));

  /** One point per second of a case, kept for {@link #INTERVALS_DAYS} days. */
  public static final InfluxSchema PERF_INTERVAL =
      new InfluxSchema(
          "perf_interval",
          List.of(Column.RUN, Column.SIMULATION, Column.CASE, Column.TARGET),
          List.of(
              Column.SECOND,
              Column.REQUESTS_PER_S,
              Column.MESSAGES_PER_S,
              Column.BYTES_PER_S,
              Column.ERRORS_PER_S,
              Column.USERS,
              Column.MIN_MS,
              Column.MEAN_MS,
              Column.P95_MS,
              Column.MAX_MS,
              Column.CPU + "generator",
              Column.CPU + "tomcat",
              Column.CPU + "kafka",
              Column.CPU + "kafka-2",
              Column.CPU + "cassandra",
              Column.CPU + "cassandra-2",
              Column.CPU + "redis",
              Column.CPU + "etcd",
              Column.CPU + "etcd-1",
              Column.CPU + "etcd-2",
              Column.CPU + "etcd-3",
              Column.CPU + "influxdb",
              Column.CPU + "grafana"));

  /**
   * One point per case of a run once more, without its histograms, for {@link #INTERVALS_DAYS}
   * days: found by its run at once, where in {@link #PERF_CASE} every point must be looked at. A
   * run has one branch, environment and profile, so that these make no more series.
   */
  public static final InfluxSchema PERF_RUN =
      new InfluxSchema(
          "perf_run",
          List.of(
              Column.RUN,
              Column.BRANCH,
              Column.ENVIRONMENT,
              Column.PROFILE,
              Column.SIMULATION,
              Column.CASE,
              Column.TARGET),
          List.of(
              Column.THROUGHPUT_PER_S,
              Column.THROUGHPUT_LOW_PER_S,
              Column.THROUGHPUT_HIGH_PER_S,
              Column.ERRORS,
              Column.ERROR_RATE,
              Column.MEAN_MS,
              Column.P50_MS,
              Column.P90_MS,
              Column.P95_MS,
              Column.P95_LOW_MS,
              Column.P95_HIGH_MS,
              Column.P99_MS,
              Column.MAX_MS,
              Column.SERVER_CPU_US_PER_MSG,
              Column.SERVER_CPU_TOTAL_US_PER_MSG,
              Column.SERVER_ALLOCATED_BYTES_PER_MSG,
              Column.RUN_MIDDLE_MS,
              Column.RUN_WINDOW_MS,
              Column.VALID));

  /**
   * One point per second of a business case of visitors, their pages and what is static and dynamic
   * in them apart, kept for {@link #INTERVALS_DAYS} days.
   */
  public static final InfluxSchema PERF_BUSINESS_CASE =
      new InfluxSchema(
          "perf_business_case",
          List.of(
              Column.RUN,
              Column.SIMULATION,
              Column.CASE,
              Column.TARGET,
              Column.BUSINESS_CASE,
              Column.CONTENT),
          List.of(
              Column.SECOND,
              Column.REQUESTS_PER_S,
              Column.ERRORS_PER_S,
              Column.MIN_MS,
              Column.MEAN_MS,
              Column.P95_MS,
              Column.MAX_MS));

  /** One point per threshold and case of a run, kept for good. */
  public static final InfluxSchema PERF_VERDICT =
      new InfluxSchema(
          "perf_verdict",
          List.of(Column.BRANCH, Column.ENVIRONMENT, Column.THRESHOLD, Column.CASE, Column.TARGET),
          List.of(
              Column.RUN,
              Column.BUILD,
              Column.METRIC,
              Column.CONDITION,
              Column.UNIT,
              Column.VALUE,
              Column.LIMIT,
              Column.VERDICT,
              Column.SEVERITY,
              Column.FINDING,
              Column.REASON,
              Column.RUN_MIDDLE_MS,
              Column.RUN_WINDOW_MS));

  /**
   * One point per deployment, per decision of the gate, and per level shift, kept for good. Only a
   * shift has a profile, a case, a target and a metric.
   */
  public static final InfluxSchema PERF_EVENT =
      new InfluxSchema(
          "perf_event",
          List.of(
              Column.BRANCH,
              Column.ENVIRONMENT,
              Column.KIND,
              Column.PROFILE,
              Column.CASE,
              Column.TARGET,
              Column.METRIC),
          List.of(
              Column.RUN,
              Column.BUILD,
              Column.TEXT,
              Column.CHANGED,
              Column.RUN_MIDDLE_MS,
              Column.RUN_WINDOW_MS));

  /** One point per case of a branch: where it stands now, in place of where it stood before. */
  public static final InfluxSchema PERF_STANDING =
      new InfluxSchema(
          "perf_standing",
          List.of(Column.BRANCH, Column.ENVIRONMENT, Column.PROFILE, Column.CASE, Column.TARGET),
          List.of(
              Column.RUN,
              Column.BUILD,
              Column.COMMIT,
              Column.METRIC,
              Column.NEWEST,
              Column.USUAL,
              Column.CHANGE_PERCENT,
              Column.CHANGE_LOW_PERCENT,
              Column.CHANGE_HIGH_PERCENT,
              Column.STATE,
              Column.SEVERITY,
              Column.SINCE,
              Column.LIMIT_SHARE,
              Column.RUN_MIDDLE_MS,
              Column.RUN_WINDOW_MS));

  /**
   * One point per commit that {@code ./perf ci} judged, kept permanently: the outcome, and whether
   * later commits may be compared with it.
   */
  public static final InfluxSchema PERF_COMMIT =
      new InfluxSchema(
          "perf_commit",
          List.of(Column.BRANCH, Column.ENVIRONMENT, Column.PROFILE),
          List.of(
              Column.COMMIT,
              Column.RUN,
              Column.BUILD,
              Column.VERDICT,
              Column.TEXT,
              Column.LET_THROUGH,
              Column.MEASURED));

  /** One point per figure that others published of our cases; written anew at each publishing. */
  public static final InfluxSchema PERF_PUBLISHED =
      new InfluxSchema(
          "perf_published",
          List.of(Column.SIMULATION, Column.CASE),
          List.of(Column.SWEEP_VALUE, Column.THROUGHPUT_PER_S));

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
  public static final List<InfluxSchema> ALL =
      List.of(
          PERF_CASE,
          PERF_INTERVAL,
          PERF_BUSINESS_CASE,
          PERF_RUN,
          PERF_VERDICT,
          PERF_EVENT,
          PERF_STANDING,
          PERF_COMMIT,
          PERF_PUBLISHED);

  /** What runs left behind: an export holds it. */
  public static final List<InfluxSchema> HISTORY =
      List.of(
          PERF_CASE,
          PERF_VERDICT,
          PERF_EVENT,
          PERF_STANDING,
          PERF_COMMIT,
          PERF_INTERVAL,
          PERF_BUSINESS_CASE,
          PERF_RUN);

  public InfluxSchema {
    tags = List.copyOf(tags);
    fields = List.copyOf(fields);
  }

  /** Whether its points are dropped after {@link #INTERVALS_DAYS} days: a run as a tag must be. */
  public boolean expires() {
    return tags.contains(Column.RUN);
  }

  /** The measurement as a query names it, with the retention policy where it isn't the default. */
  public String from() {
    return (expires() ? '"' + INTERVALS + "\"." : "") + '"' + measurement + '"';
  }
}
