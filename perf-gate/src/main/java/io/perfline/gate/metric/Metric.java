package io.perfline.gate.metric;

import static io.perfline.gate.metric.MetricDefinition.larger;
import static io.perfline.gate.metric.MetricDefinition.ofCost;
import static io.perfline.gate.metric.MetricDefinition.ofDrain;
import static io.perfline.gate.metric.MetricDefinition.ofFigure;
import static io.perfline.gate.metric.MetricDefinition.ofMemory;
import static io.perfline.gate.metric.MetricDefinition.ofTwoTargets;
import static io.perfline.gate.metric.MetricDefinition.onlyInPairs;
import static io.perfline.gate.metric.MetricDefinition.score;
import static io.perfline.gate.metric.MetricDefinition.smaller;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ConsumerLag;
import io.perfline.core.run.Drain;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.ServerMemory.Figure;
import io.perfline.core.run.Slice;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of a case that can have limits. A constant declares all that perfline knows about its
 * metric, and nothing else lists metrics. Values are in {@link #unit()}, the first unit of the
 * dimension, and NaN if they are unknown.
 */
public enum Metric implements DeclaredMetric {
  THROUGHPUT(
      larger(
              MetricSource.REQUESTS,
              "throughput",
              Dimension.MESSAGES_PER_TIME,
              "messages per second",
              CaseResult::throughputPerS)
          .ofSlice(slice -> slice.messages() / slice.seconds())
          .column("throughput_per_s")
          .onRunPage()
          .worse("has %s less throughput")
          .exported("throughput", "Messages per second.")),
  REQUESTS(
      larger(
              MetricSource.REQUESTS,
              "requests",
              Dimension.REQUESTS_PER_TIME,
              "requests per second",
              CaseResult::requestsPerS)
          .ofSlice(slice -> slice.requests() / slice.seconds())
          .past(
              Set.of("requests", "messages", "throughput_per_s"),
              run ->
                  run.applyAsDouble("requests")
                      / run.applyAsDouble("messages")
                      * run.applyAsDouble("throughput_per_s"))),
  BYTES(
      larger(
              MetricSource.REQUESTS,
              "bytes",
              Dimension.BYTES_PER_TIME,
              "payload per second",
              CaseResult::bytesPerS)
          .ofSlice(slice -> slice.bytes() / slice.seconds())
          .column("bytes_per_s")),
  ERRORS(
      smaller(
              MetricSource.FAILURES,
              "errors",
              Dimension.COUNT,
              "requests that failed or were never answered",
              CaseResult::errorCount)
          .rare()
          .past(Set.of("requests", "errors"), run -> run.applyAsDouble("errors"))),
  ERROR_RATE(
      smaller(
              MetricSource.FAILURES,
              "error_rate",
              Dimension.SHARE,
              "requests that failed or were never answered, as a share of all",
              result -> 100 * result.errorRate())
          .rare()
          .past(
              Set.of("requests", "errors"),
              run ->
                  100
                      * run.applyAsDouble("errors")
                      / (run.applyAsDouble("requests") + run.applyAsDouble("errors")))
          .worse("fails %s more often")),
  SPACE(
      smaller(
              MetricSource.STORE,
              "space",
              Dimension.BYTES,
              "bytes that the store keeps per message",
              result ->
                  result.keptBytes() == null
                      ? Double.NaN
                      : result.keptBytes() / (double) result.messages())
          .neverZero()),
  EFFICIENCY(
      ofTwoTargets(
              "efficiency",
              "throughput ÷ throughput of the same case with another target, 'of'",
              (result, whole) -> 100 * result.throughputPerS() / whole.throughputPerS())
          .past(Set.of("throughput_per_s"), run -> Double.NaN)),
  CPU(
      ofCost(
              "cpu",
              Unit.MICROSECONDS,
              "CPU time of the server's threads per message, without garbage collection and JIT"
                  + " compiler; for a program that is not a JVM, CPU time of its process and its"
                  + " child processes",
              ServerCost::cpuUs,
              Slice::serverCpuUs)
          .neverZero()
          .column("server_cpu_us_per_msg")
          .onRunPage()
          .worse("uses %s more CPU")
          .reportTitle("CPU, µs")
          .exported("server.cpu_time", "CPU time of the service's threads per message.")),
  CPU_TOTAL(
      ofCost(
              "cpu_total",
              Unit.MICROSECONDS,
              "CPU time of the server's whole process per message: garbage collection and threads"
                  + " that ended are included, the JIT compiler isn't",
              ServerCost::cpuTotalUs,
              Slice::serverCpuTotalUs)
          .neverZero()
          .column("server_cpu_total_us_per_msg")
          .onRunPage()
          .worse("uses %s more CPU with GC")
          .exported(
              "server.process_cpu_time", "CPU time of the service's whole process per message.")),
  ALLOCATION(
      ofCost(
              "allocation",
              Unit.BYTES,
              "bytes that the server allocates per message",
              ServerCost::allocatedBytes,
              Slice::serverAllocatedBytes)
          .column("server_allocated_bytes_per_msg")
          .onRunPage()
          .worse("allocates %s more memory")
          .reportTitle("allocated, B")
          .exported("server.allocated", "Memory that the service allocated per message.")),
  NEED_CPU(
      ofCost(
              "need_cpu",
              Unit.MICROSECONDS,
              "CPU time per message of the servers that the service needs, such as a database; with"
                  + " 'need', of one of them",
              ServerCost::needCpu,
              Slice::needCpu)
          .ofNeed()
          .column("need_cpu_us_per_msg")
          .worse("makes its needs use %s more CPU")
          .reportTitle("CPU of needs, µs")
          .exported("need.cpu_time", "CPU time of one of the service's needs per message.")),
  STALLS(
      onlyInPairs(
              "stalls",
              Dimension.SHARE,
              "share of slices with a request that took at least ten times the median, and at"
                  + " least 200 ms; only in paired comparisons")
          .rare()
          .worse("stalls %s more often")),
  LIVE_SET(
      ofMemory(
              Figure.LIVE_SET,
              "live_set",
              "heap that a JVM still uses after a full garbage collection, at the end of the load"
                  + " of a deployment and after equal numbers of messages")
          .shownIn(Unit.MEGABYTES)
          .neverZero()
          .column("live_set_bytes")
          .worse("retains %s more heap")
          .reportTitle("live set, MB")
          .exported("server.live_set", "Heap in use after a full garbage collection.")),
  GROWTH(
      ofMemory(
              Figure.GROWTH,
              "growth",
              "bytes by which the live set grows per message, the lower of both halves of the load; a"
                  + " change is a difference such as +100 B")
          .difference()
          .perMessage()
          .column("growth_bytes_per_msg")
          .worse("retains %s more per message")
          .reportTitle("growth, B")
          .exported("server.growth", "Growth of the live set per message.")),
  FOOTPRINT(
      ofMemory(Figure.FOOTPRINT, "footprint", "largest resident memory of the server's process")
          .shownIn(Unit.MEGABYTES)
          .neverZero()
          .column("footprint_bytes")
          .worse("occupies %s more memory")
          .reportTitle("footprint, MB")
          .exported("server.footprint", "Largest resident memory of the process.")),
  HEAP_PEAK(
      ofMemory(
              Figure.HEAP_PEAK,
              "footprint.heap",
              "sum of the largest uses of all parts of a JVM's heap, garbage included")
          .shownIn(Unit.MEGABYTES)
          .neverZero()
          .column("heap_peak_bytes")
          .exported("server.heap_peak", "Largest use of the heap, garbage included.")),
  NEED_FOOTPRINT(
      ofMemory(
              Figure.NEED_FOOTPRINT,
              "need_footprint",
              "resident memory of the servers that the service needs, at the end of the load of a"
                  + " deployment; with 'need', of one of them")
          .shownIn(Unit.MEGABYTES)
          .neverZero()
          .ofNeed()
          .column("need_footprint_bytes")
          .worse("makes its needs occupy %s more memory")
          .reportTitle("footprint of needs, MB")
          .exported("need.footprint", "Resident memory of one of the service's needs.")),
  LAG(
      smaller(
          MetricSource.CONSUMERS,
          "lag",
          Dimension.COUNT,
          "largest lag of the consumer group, in messages",
          result -> consumer(result, ConsumerLag::most))),
  CATCH_UP(
      smaller(
          MetricSource.CONSUMERS,
          "catch_up",
          Dimension.TIME,
          "time after the load until the consumer group had consumed all messages",
          result -> consumer(result, ConsumerLag::catchUpMs))),
  UNDELIVERED(
      ofFigure(CaseResult.UNDELIVERED, Dimension.COUNT, "deliveries that subscribers missed")
          .column("undelivered")),
  RECOVERY(
      ofFigure(
              CaseResult.RECOVERY,
              Dimension.TIME,
              "the longest time without an acknowledgement since a fault")
          .column("recovery_ms")),
  DRAIN_LOST(
      ofDrain(
              "drain.lost",
              Dimension.COUNT,
              "requests that were never answered, and messages that were acknowledged but not"
                  + " stored, when a service was stopped under load",
              Drain::missing)
          .unaffectedByOthers()
          .column("drain_lost")),
  DRAIN_TIME(
      ofDrain(
              "drain.time",
              Dimension.TIME,
              "time until a service that was stopped under load had ended, or was ready again if"
                  + " it was redeployed",
              Drain::timeMs)
          .column("drain_ms")),
  SCORE_TIME(score("time", Dimension.TIME_PER_OPERATION, "time per operation")),
  SCORE_TIME_P50(
      score(
          "time.p50",
          Dimension.TIME_PER_OPERATION,
          "median time per operation, in the mode sample")),
  SCORE_TIME_P90(
      score(
          "time.p90",
          Dimension.TIME_PER_OPERATION,
          "90th percentile of the time per operation, in the mode sample")),
  SCORE_TIME_P95(
      score(
          "time.p95",
          Dimension.TIME_PER_OPERATION,
          "95th percentile of the time per operation, in the mode sample")),
  SCORE_TIME_P99(
      score(
          "time.p99",
          Dimension.TIME_PER_OPERATION,
          "99th percentile of the time per operation, in the mode sample")),
  SCORE_TIME_P99_9(
      score(
          "time.p99.9",
          Dimension.TIME_PER_OPERATION,
          "99.9th percentile of the time per operation, in the mode sample")),
  SCORE_TIME_MAX(score("time.max", Dimension.TIME_PER_OPERATION, "the longest time per operation")),
  SCORE_RATE(
      score("rate", Dimension.OPERATIONS_PER_TIME, "operations per time, in the mode thrpt")),
  SCORE_ERROR(
      score(
          "error",
          Dimension.SHARE,
          "half of the score's confidence interval, as a share of the score")),
  SCORE_BYTES(score("bytes", Dimension.BYTES_PER_OPERATION, "bytes allocated per operation")),
  SCORE_BYTE_RATE(score("byte_rate", Dimension.BYTES_PER_TIME, "bytes allocated per second")),
  SCORE_COUNT(score("count", Dimension.COUNT, "a count, such as of garbage collections")),
  SCORE_DURATION(
      score("duration", Dimension.TIME, "a sum of times, such as of garbage collections")),
  RESPONSE_TIME_MEAN(responseTime("mean", Double.NaN).column("mean_ms").onRunPage()),
  RESPONSE_TIME_P50(responseTime("p50", 50).column("p50_ms").onRunPage()),
  RESPONSE_TIME_P90(responseTime("p90", 90).column("p90_ms").onRunPage()),
  RESPONSE_TIME_P95(responseTime("p95", 95).column("p95_ms").onRunPage()),
  RESPONSE_TIME_P99(responseTime("p99", 99).column("p99_ms").onRunPage()),
  RESPONSE_TIME_P99_9(responseTime("p99.9", 99.9)),
  RESPONSE_TIME_P99_99(responseTime("p99.99", 99.99)),
  RESPONSE_TIME_MAX(responseTime("max", 100).column("max_ms").onRunPage()),
  SERVICE_TIME_MEAN(serviceTime("mean", Double.NaN)),
  SERVICE_TIME_P50(serviceTime("p50", 50)),
  SERVICE_TIME_P90(serviceTime("p90", 90)),
  SERVICE_TIME_P95(serviceTime("p95", 95)),
  SERVICE_TIME_P99(serviceTime("p99", 99)),
  SERVICE_TIME_P99_9(serviceTime("p99.9", 99.9)),
  SERVICE_TIME_P99_99(serviceTime("p99.99", 99.99)),
  SERVICE_TIME_MAX(serviceTime("max", 100));

  @SuppressWarnings("ImmutableEnumChecker") // it is changed only while it is declared
  private final MetricDefinition definition;

  Metric(MetricDefinition definition) {
    this.definition = definition;
  }

  private static MetricDefinition responseTime(String statistic, double percentile) {
    return MetricDefinition.time(
        "response_time", statistic, percentile, CaseResult::responseTime, Slice::responseTime);
  }

  private static MetricDefinition serviceTime(String statistic, double percentile) {
    return MetricDefinition.time(
        "service_time", statistic, percentile, CaseResult::serviceTime, Slice::serviceTime);
  }

  private static double consumer(CaseResult result, ToDoubleFunction<ConsumerLag> value) {
    return result.consumer() == null ? Double.NaN : value.applyAsDouble(result.consumer());
  }

  @Override
  public MetricDefinition definition() {
    return definition;
  }

  /** Finds the metric with a name, such as that of a case's figure; empty if there is none. */
  public static Optional<Metric> of(String word) {
    return Arrays.stream(values()).filter(metric -> metric.id().equals(word)).findFirst();
  }
}
