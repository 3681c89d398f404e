package io.perfline.gate.judge;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.ServerCost;
import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.thresholds.Metric;
import java.util.function.Function;

/** Computes the metrics of a case in their own units. A metric is NaN if it is unknown. */
public final class CaseMetrics {

  private static final double US_PER_MS = 1000;

  private CaseMetrics() {}

  /** Returns the value of any metric except efficiency, which needs two cases. */
  static double value(Metric metric, CaseResult result) {
    return switch (metric) {
      case THROUGHPUT -> result.throughputPerS();
      case REQUESTS -> result.requests() / result.loadedSeconds();
      case BYTES -> result.bytes() / result.loadedSeconds();
      case ERRORS -> result.errorCount();
      case ERROR_RATE -> 100 * result.errorRate();
      case SPACE ->
          result.keptBytes() == null ? Double.NaN : result.keptBytes() / (double) result.messages();
      case CPU -> cost(result, ServerCost::cpuUs) / US_PER_MS;
      case CPU_TOTAL -> cost(result, ServerCost::cpuTotalUs) / US_PER_MS;
      case ALLOCATION -> cost(result, ServerCost::allocatedBytes);
      case LAG -> result.consumer() == null ? Double.NaN : result.consumer().most();
      case CATCH_UP -> result.consumer() == null ? Double.NaN : result.consumer().catchUpMs();
      case DRAIN_LOST -> result.drain() == null ? Double.NaN : result.drain().missing();
      case DRAIN_TIME -> result.drain() == null ? Double.NaN : result.drain().timeMs();
      case LIVE_SET, GROWTH, FOOTPRINT, HEAP_PEAK -> new MemoryComparison(metric, result).value();
      case STALLS -> Double.NaN; // only pairs have stalls
      case EFFICIENCY -> throw new IllegalArgumentException("efficiency takes two cases");
      default ->
          metric.figure()
              ? result.figures().getOrDefault(metric.word(), Double.NaN)
              : milliseconds(
                  metric, metric.responseTime() ? result.responseTime() : result.serviceTime());
    };
  }

  /** Returns the cost per message; NaN if it could not be measured. */
  private static double cost(CaseResult result, Function<ServerCost, Double> what) {
    Double all = result.server() == null ? null : what.apply(result.server());
    return all == null ? Double.NaN : all / result.messages();
  }

  /** Returns the source of the server's cost, or the reason why it was not measured. */
  static String costSource(CaseResult result) {
    return result.server() == null ? "not measured" : result.server().source();
  }

  /** Returns the number of requests on which the metric is based. */
  static long samples(Metric metric, CaseResult result) {
    if (metric.drain()) {
      return result.drain() == null ? 0 : result.drain().underWay();
    }
    return metric.countsErrors() ? result.requests() + result.errorCount() : result.requests();
  }

  /**
   * Returns a metric of times in milliseconds; NaN if the distribution is empty or null.
   *
   * @throws IllegalArgumentException if the metric is not read from a distribution of times
   */
  public static double milliseconds(Metric metric, TimeDistribution times) {
    if (!metric.time()) {
      throw new IllegalArgumentException(metric.word() + " is not a response or service time");
    }
    return times == null
        ? Double.NaN
        : microseconds(metric.percentile().orElse(null), times) / US_PER_MS;
  }

  /**
   * Returns the mean ({@code percentile} is null) or a percentile. Each analysis during a
   * comparison reads the same slices again, so values that the distribution caches are read from
   * its cache.
   */
  private static double microseconds(Double percentile, TimeDistribution times) {
    if (percentile == null) {
      return times.summary().meanUs();
    }
    if (percentile == 100) {
      return times.maxUs();
    }
    return percentile == 95 ? times.summary().p95Us() : times.percentileUs(percentile);
  }
}
