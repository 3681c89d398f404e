package io.perfline.proof.bench;

import java.util.List;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Where the median of what was drawn from lies, at {@value #CONFIDENCE_PERCENT} % confidence,
 * whatever its distribution: between two of the values in their order (David and Nagaraja, Order
 * Statistics, 2003, 7.1). Without bounds for fewer than six values, which can't be as sure.
 */
record MedianInterval(double low, double high) {

  private static final int CONFIDENCE_PERCENT = 95;
  private static final double TAIL = (1 - CONFIDENCE_PERCENT / 100.0) / 2;

  static MedianInterval of(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int n = sorted.size();
    int outside = 0; // so many on either side are left out
    while (outside < n && BinomialDistribution.of(n, 0.5).cumulativeProbability(outside) <= TAIL) {
      outside++;
    }
    return outside == 0
        ? new MedianInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
        : new MedianInterval(sorted.get(outside - 1), sorted.get(n - outside));
  }

  boolean isBounded() {
    return Double.isFinite(low);
  }
}
