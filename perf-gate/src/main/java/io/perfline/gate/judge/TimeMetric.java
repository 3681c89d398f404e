package io.perfline.gate.judge;

import io.perfline.core.run.TimeDistribution;
import io.perfline.gate.thresholds.Metric;

/** Reads a metric of times off a distribution. */
public final class TimeMetric {

  private static final double US_PER_MS = 1000;

  private TimeMetric() {}

  /** In milliseconds; NaN when the distribution is empty. */
  public static double milliseconds(Metric metric, TimeDistribution times) {
    double us =
        metric
            .percentile()
            .map(percentile -> percentile == 100 ? times.maxUs() : times.percentileUs(percentile))
            .orElseGet(times::meanUs);
    return us / US_PER_MS;
  }
}
