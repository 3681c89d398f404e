package io.perfline.gate.judge;

import io.perfline.core.run.Case;
import io.perfline.gate.thresholds.Metric;
import java.time.Duration;

/** Reads metrics off a case, in each metric's own unit; NaN where it doesn't say. */
final class CaseMetrics {

  private CaseMetrics() {}

  /** Every metric but efficiency, which takes two cases. */
  static double value(Metric metric, Case measured) {
    return switch (metric) {
      case THROUGHPUT -> measured.throughputPerS();
      case REQUESTS -> measured.requests() / seconds(measured);
      case BYTES -> measured.bytes() / seconds(measured);
      case ERRORS -> measured.errorCount();
      case ERROR_RATE -> 100 * measured.errorRate();
      case SPACE ->
          measured.keptBytes() == null
              ? Double.NaN
              : measured.keptBytes() / (double) measured.messages();
      case EFFICIENCY -> throw new IllegalArgumentException("efficiency takes two cases");
      default ->
          TimeMetric.milliseconds(
              metric, metric.responseTime() ? measured.responseTime() : measured.serviceTime());
    };
  }

  /** How many requests the metric rests on. */
  static long samples(Metric metric, Case measured) {
    return metric.countsErrors()
        ? measured.requests() + measured.errorCount()
        : measured.requests();
  }

  static double seconds(Case measured) {
    return Duration.between(measured.start(), measured.end()).toNanos() / 1e9;
  }
}
