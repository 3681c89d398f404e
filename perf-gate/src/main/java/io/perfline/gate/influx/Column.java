package io.perfline.gate.influx;

import io.perfline.gate.metric.Metric;

/**
 * The names of tags and fields in InfluxDB, except those of single metrics, which {@link Metric}
 * declares. {@link InfluxSchema} lists them by measurement.
 */
public final class Column {

  /** The time of a point, in nanoseconds since 1970. */
  public static final String TIME = "time";

  public static final String BRANCH = "branch";
  public static final String ENVIRONMENT = "environment";
  public static final String PROFILE = "profile";
  public static final String SIMULATION = "simulation";
  public static final String CASE = "case";
  public static final String TARGET = "target";
  public static final String VALIDITY = "validity";
  public static final String RUN = "run";
  public static final String BUSINESS_CASE = "business_case";
  public static final String CONTENT = "content";
  public static final String THRESHOLD = "threshold";
  public static final String KIND = "kind";
  public static final String METRIC = "metric";
  public static final String BUILD = "build";
  public static final String COMMIT = "commit";
  public static final String FINGERPRINT = "fingerprint";
  public static final String SWEEP = "sweep";
  public static final String SWEEP_VALUE = "sweep_value";
  public static final String THROUGHPUT_PER_S = "throughput_per_s";
  public static final String BYTES_PER_S = "bytes_per_s";
  public static final String REQUESTS = "requests";
  public static final String MESSAGES = "messages";
  public static final String ERRORS = "errors";
  public static final String ERROR_RATE = "error_rate";
  public static final String MEAN_MS = "mean_ms";
  public static final String P95_MS = "p95_ms";
  public static final String MAX_MS = "max_ms";
  public static final String THROUGHPUT_LOW_PER_S = "throughput_low_per_s";
  public static final String THROUGHPUT_HIGH_PER_S = "throughput_high_per_s";
  public static final String P95_LOW_MS = "p95_low_ms";
  public static final String P95_HIGH_MS = "p95_high_ms";
  public static final String GENERATOR_CPU = "generator_cpu";
  public static final String FOREIGN_CPU = "foreign_cpu";

  public static final String VALID = "valid";
  public static final String HISTOGRAM = "histogram";
  public static final String SERVICE_HISTOGRAM = "service_histogram";
  public static final String SECOND = "second";
  public static final String REQUESTS_PER_S = "requests_per_s";
  public static final String MESSAGES_PER_S = "messages_per_s";
  public static final String ERRORS_PER_S = "errors_per_s";
  public static final String USERS = "users";
  public static final String MIN_MS = "min_ms";
  public static final String CONDITION = "condition";
  public static final String UNIT = "unit";
  public static final String VALUE = "value";
  public static final String VALUE_LOW = "value_low";
  public static final String VALUE_HIGH = "value_high";
  public static final String LIMIT = "limit";
  public static final String VERDICT = "verdict";
  public static final String SEVERITY = "severity";
  public static final String FINDING = "finding";
  public static final String REASON = "reason";
  public static final String TEXT = "text";

  public static final String LET_THROUGH = "let_through";
  public static final String MEASURED = "measured";

  /** The middle of the period that a dashboard shows for a run, in milliseconds since 1970. */
  public static final String RUN_MIDDLE_MS = "run_middle_ms";

  public static final String RUN_WINDOW_MS = "run_window_ms";

  /** True if the gate's decision changed from passing to failing or back. */
  public static final String CHANGED = "changed";

  public static final String NEWEST = "newest";
  public static final String USUAL = "usual";
  public static final String CHANGE_PERCENT = "change_percent";
  public static final String CHANGE_LOW_PERCENT = "change_low_percent";
  public static final String CHANGE_HIGH_PERCENT = "change_high_percent";

  /** A change with its interval, as text. */
  public static final String CHANGE = "change";

  public static final String STATE = "state";

  /** 1 if a case has this state, otherwise 0, so that a sum counts the cases. */
  public static final String WORSE = "worse";

  public static final String KNOWN = "known";
  public static final String STALE = "stale";
  public static final String BETTER = "better";
  public static final String UNCHANGED = "unchanged";
  public static final String SINCE = "since";

  /** The first run of the current level, with the period that a link to it shows. */
  public static final String SINCE_RUN = "since_run";

  public static final String SINCE_MIDDLE_MS = "since_middle_ms";
  public static final String SINCE_WINDOW_MS = "since_window_ms";

  /**
   * The age of the newest valid run, in runs of the branch; empty if the branch's newest run is
   * valid.
   */
  public static final String FRESHNESS = "freshness";

  public static final String LIMIT_SHARE = "limit_share";

  /** The prefix of a process's share of its machine's CPU. */
  public static final String CPU = "cpu_";

  private Column() {}
}
