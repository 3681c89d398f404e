package io.perfline.gate.judge;

import io.perfline.core.run.Case;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.thresholds.Metric;
import java.util.function.Function;

/** Reads metrics off a case, in each metric's own unit; NaN where it doesn't say. */
final class CaseMetrics {

  private static final double US_PER_MS = 1000;

  private CaseMetrics() {}

  /** Every metric but efficiency, which takes two cases. */
  static double value(Metric metric, Case measured) {
    return switch (metric) {
      case THROUGHPUT -> measured.throughputPerS();
      case REQUESTS -> measured.requests() / measured.loadedSeconds();
      case BYTES -> measured.bytes() / measured.loadedSeconds();
      case ERRORS -> measured.errorCount();
      case ERROR_RATE -> 100 * measured.errorRate();
      case SPACE ->
          measured.keptBytes() == null
              ? Double.NaN
              : measured.keptBytes() / (double) measured.messages();
      case CPU -> cost(measured, ServerCost::cpuUs) / US_PER_MS;
      case ALLOCATION -> cost(measured, ServerCost::allocatedBytes);
      case LAG -> measured.consumer() == null ? Double.NaN : measured.consumer().most();
      case CATCH_UP -> measured.consumer() == null ? Double.NaN : measured.consumer().catchUpMs();
      case UNDELIVERED, RECOVERY -> measured.figures().getOrDefault(metric.word(), Double.NaN);
      case DRAIN_LOST -> measured.drain() == null ? Double.NaN : measured.drain().missing();
      case DRAIN_TIME -> measured.drain() == null ? Double.NaN : measured.drain().timeMs();
      case STALLS -> Double.NaN; // of pairs alone
      case EFFICIENCY -> throw new IllegalArgumentException("efficiency takes two cases");
      default -> time(metric, measured);
    };
  }

  private static double time(Metric metric, Case measured) {
    TimeDistribution times =
        metric.responseTime() ? measured.responseTime() : measured.serviceTime();
    return times == null ? Double.NaN : TimeMetric.milliseconds(metric, times);
  }

  /** Of a message; NaN when the server couldn't be asked. */
  private static double cost(Case measured, Function<ServerCost, Double> what) {
    Double all = measured.server() == null ? null : what.apply(measured.server());
    return all == null ? Double.NaN : all / measured.messages();
  }

  /** Where the server's cost was read, or why it wasn't. */
  static String costSource(Case measured) {
    return measured.server() == null ? "nobody looked" : measured.server().source();
  }

  /** How many requests the metric rests on. */
  static long samples(Metric metric, Case measured) {
    if (metric.drain()) {
      return measured.drain() == null ? 0 : measured.drain().underWay();
    }
    return metric.countsErrors()
        ? measured.requests() + measured.errorCount()
        : measured.requests();
  }
}
