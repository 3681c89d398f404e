package io.perfline.gate.publish;

import io.perfline.gate.metric.Dimension;
import io.perfline.gate.metric.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A metric that is exported as a gauge; {@code docs/metrics.md} documents all of them.
 *
 * @param otelName the name in OpenTelemetry, such as {@code perfline.case.response_time}
 * @param unit the unit as UCUM writes it; empty if there is none
 */
record ExportedMetric(String otelName, String unit, String description) {

  static final ExportedMetric RUN_INFO =
      of("run.info", "", "Always 1; the attributes identify the run.");
  static final ExportedMetric RUN_START =
      of("run.start_time", "s", "Start of the run, in seconds since 1970.");
  static final ExportedMetric RUN_DURATION = of("run.duration", "s", "Duration of the run.");
  static final ExportedMetric RUN_OUTCOME =
      of("run.outcome", "", "Verdict: 0 PASS, 1 WARN, 2 FAIL, 3 INVALID.");
  static final ExportedMetric CASE_VALID =
      of("case.valid", "", "1 for a valid case, 0 for an invalid one.");
  static final ExportedMetric CASE_RESPONSE_TIME =
      of("case.response_time", "s", "Time from the intended send time to the answer.");
  static final ExportedMetric CASE_SERVICE_TIME =
      of("case.service_time", "s", "Time from the actual send time to the answer.");
  static final ExportedMetric CASE_REQUESTS =
      of("case.requests", "{request}", "Requests without error.");
  static final ExportedMetric CASE_ERRORS = of("case.errors", "{request}", "Requests that failed.");
  static final ExportedMetric CASE_ERROR_RATE =
      of("case.error_rate", "", "Share of failed requests, 0 to 1.");
  static final ExportedMetric CASE_FIGURE =
      of("case.figure", "", "A further figure of the case, such as a JMH score.");
  static final ExportedMetric THRESHOLD_OUTCOME =
      of("threshold.outcome", "", "One threshold: 0 PASS, 1 WARN, 2 FAIL, 3 INVALID.");
  static final ExportedMetric THRESHOLD_VALUE =
      of("threshold.value", "", "The value that was judged, in the unit of the threshold.");
  static final ExportedMetric THRESHOLD_LIMIT =
      of("threshold.limit", "", "The limit, in the unit of the threshold.");

  private static final double MILLISECONDS = 1000;

  private static ExportedMetric of(String name, String unit, String description) {
    return new ExportedMetric("perfline." + name, unit, description);
  }

  /** Returns an exported metric of cases. */
  static ExportedMetric of(Metric metric) {
    String unit =
        switch (metric.dimension()) {
          case TIME -> "s";
          case BYTES -> "By";
          case MESSAGES_PER_TIME -> "{message}/s";
          default -> "";
        };
    return of("case." + metric.exportedName().orElseThrow(), unit, metric.exportedMeaning());
  }

  /** Returns a value of a metric in the unit in which it is exported. */
  static double value(Metric metric, double value) {
    return metric.dimension() == Dimension.TIME ? value / MILLISECONDS : value;
  }

  /** Returns the metrics of cases that are exported under a name of their own. */
  static List<Metric> metrics() {
    return Arrays.stream(Metric.values())
        .filter(metric -> metric.exportedName().isPresent())
        .toList();
  }

  static List<ExportedMetric> all() {
    List<ExportedMetric> all =
        new ArrayList<>(
            List.of(
                RUN_INFO,
                RUN_START,
                RUN_DURATION,
                RUN_OUTCOME,
                CASE_VALID,
                CASE_RESPONSE_TIME,
                CASE_SERVICE_TIME,
                CASE_REQUESTS,
                CASE_ERRORS,
                CASE_ERROR_RATE));
    metrics().forEach(metric -> all.add(of(metric)));
    all.addAll(List.of(CASE_FIGURE, THRESHOLD_OUTCOME, THRESHOLD_VALUE, THRESHOLD_LIMIT));
    return all;
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
