package io.perfline.gate.thresholds;

import io.perfline.core.run.CaseResult;
import java.util.Arrays;
import java.util.Optional;

/** The metrics of a case that can have limits. Their values are in {@link #unit()}. */
public enum Metric {
  THROUGHPUT("throughput", Dimension.MESSAGES_PER_TIME, false, "messages per second"),
  REQUESTS("requests", Dimension.REQUESTS_PER_TIME, false, "requests per second"),
  BYTES("bytes", Dimension.BYTES_PER_TIME, false, "payload per second"),
  ERRORS("errors", Dimension.COUNT, true, "requests that failed or were never answered"),
  ERROR_RATE(
      "error_rate",
      Dimension.SHARE,
      true,
      "requests that failed or were never answered, as a share of all"),
  SPACE("space", Dimension.BYTES, true, "bytes that the store keeps per message"),
  EFFICIENCY(
      "efficiency",
      Dimension.SHARE,
      false,
      "throughput ÷ throughput of the same case with another target, 'of'"),
  CPU(
      "cpu",
      Dimension.TIME,
      true,
      "CPU time of the server's threads per message, without garbage collection and JIT compiler;"
          + " for a program that is not a JVM, CPU time of its process and its child processes"),
  CPU_TOTAL(
      "cpu_total",
      Dimension.TIME,
      true,
      "CPU time of the server's whole process per message: garbage collection and threads that"
          + " ended are included, the JIT compiler isn't"),
  ALLOCATION("allocation", Dimension.BYTES, true, "bytes that the server allocates per message"),
  STALLS(
      "stalls",
      Dimension.SHARE,
      true,
      "share of slices with a request that took at least ten times the median, and at least 200 ms;"
          + " only in paired comparisons"),
  LIVE_SET(
      "live_set",
      Dimension.BYTES,
      true,
      "heap that a JVM still uses after a full garbage collection, at the end of the load of a"
          + " deployment and after equal numbers of messages"),
  GROWTH(
      "growth",
      Dimension.BYTES,
      true,
      "bytes by which the live set grows per message, in the half of the load in which it grows"
          + " less; a change is a difference such as +100 B"),
  FOOTPRINT("footprint", Dimension.BYTES, true, "largest resident memory of the server's process"),
  HEAP_PEAK(
      "footprint.heap",
      Dimension.BYTES,
      true,
      "sum of the largest uses of all parts of a JVM's heap, garbage included"),
  LAG("lag", Dimension.COUNT, true, "largest lag of the consumer group, in messages"),
  CATCH_UP(
      "catch_up",
      Dimension.TIME,
      true,
      "time after the load until the consumer group had consumed all messages"),
  UNDELIVERED(CaseResult.UNDELIVERED, Dimension.COUNT, true, "deliveries that subscribers missed"),
  RECOVERY(
      CaseResult.RECOVERY,
      Dimension.TIME,
      true,
      "the longest time without an acknowledgement since a fault"),
  DRAIN_LOST(
      "drain.lost",
      Dimension.COUNT,
      true,
      "requests that were never answered, and messages that were acknowledged but not stored, when"
          + " a service was stopped under load"),
  DRAIN_TIME(
      "drain.time",
      Dimension.TIME,
      true,
      "time until a service that was stopped under load had ended, or was ready again if it was"
          + " redeployed"),
  SCORE_TIME("time", Dimension.TIME_PER_OPERATION, "time per operation"),
  SCORE_TIME_P50(
      "time.p50", Dimension.TIME_PER_OPERATION, "median time per operation, in the mode sample"),
  SCORE_TIME_P90(
      "time.p90",
      Dimension.TIME_PER_OPERATION,
      "90th percentile of the time per operation, in the mode sample"),
  SCORE_TIME_P95(
      "time.p95",
      Dimension.TIME_PER_OPERATION,
      "95th percentile of the time per operation, in the mode sample"),
  SCORE_TIME_P99(
      "time.p99",
      Dimension.TIME_PER_OPERATION,
      "99th percentile of the time per operation, in the mode sample"),
  SCORE_TIME_P99_9(
      "time.p99.9",
      Dimension.TIME_PER_OPERATION,
      "99.9th percentile of the time per operation, in the mode sample"),
  SCORE_TIME_MAX("time.max", Dimension.TIME_PER_OPERATION, "the longest time per operation"),
  SCORE_RATE("rate", Dimension.OPERATIONS_PER_TIME, "operations per time, in the mode thrpt"),
  SCORE_ERROR(
      "error", Dimension.SHARE, "half of the score's confidence interval, as a share of the score"),
  SCORE_BYTES("bytes", Dimension.BYTES_PER_OPERATION, "bytes allocated per operation"),
  SCORE_BYTE_RATE("byte_rate", Dimension.BYTES_PER_TIME, "bytes allocated per second"),
  SCORE_COUNT("count", Dimension.COUNT, "a count, such as of garbage collections"),
  SCORE_DURATION("duration", Dimension.TIME, "a sum of times, such as of garbage collections"),
  RESPONSE_TIME_MEAN("response_time", "mean", Double.NaN),
  RESPONSE_TIME_P50("response_time", "p50", 50),
  RESPONSE_TIME_P90("response_time", "p90", 90),
  RESPONSE_TIME_P95("response_time", "p95", 95),
  RESPONSE_TIME_P99("response_time", "p99", 99),
  RESPONSE_TIME_P99_9("response_time", "p99.9", 99.9),
  RESPONSE_TIME_P99_99("response_time", "p99.99", 99.99),
  RESPONSE_TIME_MAX("response_time", "max", 100),
  SERVICE_TIME_MEAN("service_time", "mean", Double.NaN),
  SERVICE_TIME_P50("service_time", "p50", 50),
  SERVICE_TIME_P90("service_time", "p90", 90),
  SERVICE_TIME_P95("service_time", "p95", 95),
  SERVICE_TIME_P99("service_time", "p99", 99),
  SERVICE_TIME_P99_9("service_time", "p99.9", 99.9),
  SERVICE_TIME_P99_99("service_time", "p99.99", 99.99),
  SERVICE_TIME_MAX("service_time", "max", 100);

  private final String word;
  private final Dimension dimension;
  private final boolean smallerIsBetter;
  private final double percentile;
  private final String description;

  Metric(String word, Dimension dimension, boolean smallerIsBetter, String description) {
    this.word = word;
    this.dimension = dimension;
    this.smallerIsBetter = smallerIsBetter;
    this.percentile = Double.NaN;
    this.description = description;
  }

  /** Creates a metric that is a figure of a benchmark. */
  Metric(String score, Dimension dimension, String description) {
    this(
        "score." + score,
        dimension,
        dimension != Dimension.OPERATIONS_PER_TIME,
        "of a benchmark: " + description);
  }

  Metric(String time, String of, double percentile) {
    this.word = time + "." + of;
    this.dimension = Dimension.TIME;
    this.smallerIsBetter = true;
    this.percentile = percentile;
    this.description = of + " of the " + time.replace('_', ' ');
  }

  /** Returns the name of the metric in {@code thresholds.yml}. */
  public String word() {
    return word;
  }

  public Dimension dimension() {
    return dimension;
  }

  public Unit unit() {
    return Unit.first(dimension);
  }

  public Unit shownIn() {
    return switch (this) {
      case CPU, CPU_TOTAL -> Unit.MICROSECONDS;
      case LIVE_SET, FOOTPRINT, HEAP_PEAK -> Unit.MEGABYTES;
      default -> unit();
    };
  }

  /** Returns true for memory of the server, which comparisons read once per deployment. */
  public boolean memory() {
    return this == LIVE_SET || this == GROWTH || this == FOOTPRINT || this == HEAP_PEAK;
  }

  /** Returns true if a change is a difference in the metric's own unit instead of a percentage. */
  public boolean difference() {
    return this == GROWTH;
  }

  /** Returns true for a cost per message, which not every server reports. */
  public boolean serverCost() {
    return this == CPU || this == CPU_TOTAL || this == ALLOCATION;
  }

  /** Returns true if only some cases have the metric, among their figures. */
  public boolean figure() {
    return this == UNDELIVERED || this == RECOVERY || word.startsWith("score.");
  }

  /** Finds the metric with a name, such as that of a case's figure; empty if there is none. */
  public static Optional<Metric> of(String word) {
    return Arrays.stream(values()).filter(metric -> metric.word.equals(word)).findFirst();
  }

  /**
   * Returns true if the metric concerns the shutdown of a service, when failed requests are
   * expected.
   */
  public boolean drain() {
    return this == DRAIN_LOST || this == DRAIN_TIME;
  }

  public boolean smallerIsBetter() {
    return smallerIsBetter;
  }

  /** Returns true for the lag of consumers, which is stored with a run but not in the history. */
  public boolean ofConsumers() {
    return this == LAG || this == CATCH_UP;
  }

  /** Returns true if the metric is read from a distribution of times. */
  public boolean time() {
    return responseTime() || word.startsWith("service_time");
  }

  /** Returns true if the time begins at the intended send time. */
  public boolean responseTime() {
    return word.startsWith("response_time");
  }

  /** Returns the percentile of the times, where 100 is the largest time; empty for the mean. */
  public Optional<Double> percentile() {
    return Double.isNaN(percentile) ? Optional.empty() : Optional.of(percentile);
  }

  /**
   * Returns true if a measured value can be 0: a count, a size, or a time below its resolution. A
   * service that answers has throughput, CPU time and memory, so 0 of those means that they were
   * not measured.
   */
  public boolean canBeZero() {
    boolean footprint = memory() && !difference();
    return smallerIsBetter && !footprint && this != CPU && this != CPU_TOTAL && this != SPACE;
  }

  /** Returns true if the metric counts failures, so that failures don't make it invalid. */
  public boolean countsErrors() {
    return this == ERRORS || this == ERROR_RATE;
  }

  /** Returns true if the metric counts events that occur in few slices of a comparison. */
  public boolean rare() {
    return countsErrors() || this == STALLS;
  }

  public String description() {
    return description;
  }
}
