package io.perfline.gate.influx;

import io.perfline.gate.metric.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A measurement that perfline writes into InfluxDB. The constants are the only list of
 * measurements, tags and fields: dashboards use nothing else, and no other points can be built.
 *
 * <p>Each value of a tag costs memory for as long as its measurement is kept. Values that differ in
 * every build (run, build, commit) are therefore fields wherever points are kept permanently.
 *
 * @param measurement the name in InfluxDB
 * @param tags all tags of a point; an empty tag is left out
 * @param fields all fields of a point; a field without a value (a mean of no requests) is left out,
 *     and a histogram of more than 64 KiB continues in {@code histogram_2} and so on
 */
public record InfluxSchema(String measurement, List<String> tags, List<String> fields) {

  /**
   * One point per case of a run, kept permanently. Only a case without a valid measurement has the
   * tag {@code validity}, with the value {@link #INVALID} or {@link #UNCHANGED}. It is a tag
   * because dashboards exclude the value of a tag at no cost, while testing a field of each point
   * would take most of the query's time.
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
          withMetrics(
              metric -> true,
              Column.RUN,
              Column.BUILD,
              Column.COMMIT,
              Column.FINGERPRINT,
              Column.SWEEP,
              Column.SWEEP_VALUE,
              Column.REQUESTS,
              Column.MESSAGES,
              Column.ERRORS,
              Column.ERROR_RATE,
              Column.THROUGHPUT_LOW_PER_S,
              Column.THROUGHPUT_HIGH_PER_S,
              Column.P95_LOW_MS,
              Column.P95_HIGH_MS,
              Column.GENERATOR_CPU,
              Column.FOREIGN_CPU,
              Column.VALID,
              Column.RUN_MIDDLE_MS,
              Column.RUN_WINDOW_MS,
              Column.HISTOGRAM,
              Column.SERVICE_HISTOGRAM));

  /** The tag {@code validity} of a case whose measurement is not valid. */
  public static final String INVALID = "invalid";

  /**
   * The tag {@code validity} of a case that was not measured, because nothing that runs differs
   * from the baseline; its point has no figures.
   */
  public static final String UNCHANGED = "unchanged";

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
              Column.CPU + "service",
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
   * A second point per case of a run, without histograms, kept for {@link #INTERVALS_DAYS} days. It
   * is found immediately by its run, while {@link #PERF_CASE} must be searched completely. A run
   * has one branch, environment and profile, so these tags add no series.
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
          withMetrics(
              Metric::onRunPage,
              Column.THROUGHPUT_LOW_PER_S,
              Column.THROUGHPUT_HIGH_PER_S,
              Column.ERRORS,
              Column.ERROR_RATE,
              Column.P95_LOW_MS,
              Column.P95_HIGH_MS,
              Column.RUN_MIDDLE_MS,
              Column.RUN_WINDOW_MS,
              Column.VALID));

  /**
   * One point per second of a visitor's business case, separately for pages, static and dynamic
   * content, kept for {@link #INTERVALS_DAYS} days.
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

  /** The value of the tag {@code kind} for a limit on a change against a baseline in percent. */
  public static final String COMPARISON = "comparison";

  /** The value of the tag {@code kind} for a limit on a change in the metric's own unit. */
  public static final String DIFFERENCE = "difference";

  /**
   * One point per threshold and case of a run, and one for the validity of the run, kept
   * permanently. Only limits on changes have the tag {@code kind}.
   */
  public static final InfluxSchema PERF_VERDICT =
      new InfluxSchema(
          "perf_verdict",
          List.of(
              Column.BRANCH,
              Column.ENVIRONMENT,
              Column.THRESHOLD,
              Column.CASE,
              Column.TARGET,
              Column.KIND),
          List.of(
              Column.RUN,
              Column.BUILD,
              Column.METRIC,
              Column.CONDITION,
              Column.UNIT,
              Column.VALUE,
              Column.VALUE_LOW,
              Column.VALUE_HIGH,
              Column.LIMIT,
              Column.VERDICT,
              Column.SEVERITY,
              Column.FINDING,
              Column.REASON,
              Column.RUN_MIDDLE_MS,
              Column.RUN_WINDOW_MS));

  /**
   * One point per deployment, per decision of the gate, and per level shift, kept permanently. Only
   * level shifts have the tags profile, case, target and metric.
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
              Column.STATE,
              Column.CHANGE,
              Column.SINCE,
              Column.CHANGED,
              Column.RUN_MIDDLE_MS,
              Column.RUN_WINDOW_MS));

  /** One point per case of a branch with its current status, which replaces the earlier point. */
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
              Column.CHANGE,
              Column.STATE,
              Column.WORSE,
              Column.KNOWN,
              Column.STALE,
              Column.BETTER,
              Column.UNCHANGED,
              Column.SEVERITY,
              Column.SINCE,
              Column.SINCE_RUN,
              Column.SINCE_MIDDLE_MS,
              Column.SINCE_WINDOW_MS,
              Column.FRESHNESS,
              Column.LIMIT_SHARE,
              Column.RUN_MIDDLE_MS,
              Column.RUN_WINDOW_MS));

  /**
   * One point per commit that {@code ./perfline ci} judged, kept permanently. It contains the
   * outcome, and whether later commits may be compared with the commit.
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

  /** One point per published figure of the same cases, rewritten whenever a run is published. */
  public static final InfluxSchema PERF_PUBLISHED =
      new InfluxSchema(
          "perf_published",
          List.of(Column.SIMULATION, Column.CASE),
          List.of(Column.SWEEP_VALUE, Column.THROUGHPUT_PER_S));

  /** The name of the retention policy of all measurements that have the run as a tag. */
  public static final String INTERVALS = "intervals";

  /** The number of days for which {@link #INTERVALS} keeps a point. */
  public static final int INTERVALS_DAYS = 90;

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

  public InfluxSchema {
    tags = List.copyOf(tags);
    fields = List.copyOf(fields);
  }

  /** Returns these fields and the columns of the chosen metrics. */
  private static List<String> withMetrics(Predicate<Metric> which, String... others) {
    return Stream.concat(
            Arrays.stream(others),
            Arrays.stream(Metric.values()).filter(which).flatMap(one -> one.column().stream()))
        .toList();
  }

  /** Returns true if points are deleted after {@link #INTERVALS_DAYS} days. */
  private boolean expires() {
    return tags.contains(Column.RUN);
  }

  /**
   * Returns the measurement's name for queries, with its retention policy unless that is the
   * default.
   */
  public String from() {
    return (expires() ? '"' + INTERVALS + "\"." : "") + '"' + measurement + '"';
  }
}
