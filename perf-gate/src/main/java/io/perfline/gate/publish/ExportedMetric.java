package io.perfline.gate.publish;

/**
 * The metrics that are exported, each of them as a gauge; {@code docs/metrics.md} documents them.
 */
enum ExportedMetric {
  RUN_INFO("perfline.run.info", "", "Always 1; the attributes identify the run."),
  RUN_START("perfline.run.start_time", "s", "Start of the run, in seconds since 1970."),
  RUN_DURATION("perfline.run.duration", "s", "Duration of the run."),
  RUN_OUTCOME("perfline.run.outcome", "", "Verdict: 0 PASS, 1 WARN, 2 FAIL, 3 INVALID."),
  CASE_VALID("perfline.case.valid", "", "1 for a valid case, 0 for an invalid one."),
  CASE_RESPONSE_TIME(
      "perfline.case.response_time", "s", "Time from the intended send time to the answer."),
  CASE_SERVICE_TIME(
      "perfline.case.service_time", "s", "Time from the actual send time to the answer."),
  CASE_THROUGHPUT("perfline.case.throughput", "{message}/s", "Messages per second."),
  CASE_REQUESTS("perfline.case.requests", "{request}", "Requests without error."),
  CASE_ERRORS("perfline.case.errors", "{request}", "Requests that failed."),
  CASE_ERROR_RATE("perfline.case.error_rate", "", "Share of failed requests, 0 to 1."),
  CASE_SERVER_CPU(
      "perfline.case.server.cpu_time", "s", "CPU time of the service's threads per message."),
  CASE_SERVER_ALLOCATED(
      "perfline.case.server.allocated", "By", "Memory that the service allocated per message."),
  CASE_SERVER_LIVE_SET(
      "perfline.case.server.live_set", "By", "Heap in use after a full garbage collection."),
  CASE_SERVER_GROWTH("perfline.case.server.growth", "By", "Growth of the live set per message."),
  CASE_SERVER_FOOTPRINT(
      "perfline.case.server.footprint", "By", "Largest resident memory of the process."),
  CASE_SERVER_HEAP_PEAK(
      "perfline.case.server.heap_peak", "By", "Largest use of the heap, garbage included."),
  CASE_FIGURE("perfline.case.figure", "", "A further figure of the case, such as a JMH score."),
  THRESHOLD_OUTCOME(
      "perfline.threshold.outcome", "", "One threshold: 0 PASS, 1 WARN, 2 FAIL, 3 INVALID."),
  THRESHOLD_VALUE(
      "perfline.threshold.value", "", "The value that was judged, in the unit of the threshold."),
  THRESHOLD_LIMIT("perfline.threshold.limit", "", "The limit, in the unit of the threshold.");

  private final String otelName;
  private final String unit;
  private final String description;

  ExportedMetric(String otelName, String unit, String description) {
    this.otelName = otelName;
    this.unit = unit;
    this.description = description;
  }

  /** Returns the name in OpenTelemetry, such as {@code perfline.case.response_time}. */
  String otelName() {
    return otelName;
  }

  /** Returns the unit as UCUM writes it; empty if there is none. */
  String unit() {
    return unit;
  }

  String description() {
    return description;
  }

  /** Returns the name that Prometheus gives this metric when it receives it over OTLP. */
  String prometheusName() {
    String suffix =
        switch (unit) {
          case "s" -> "_seconds";
          case "By" -> "_bytes";
          case "{message}/s" -> "_per_second";
          default -> "";
        };
    return otelName.replace('.', '_') + suffix;
  }
}
