package io.perfline.sims.slowed;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** The durations, or another cost, of the most recent requests. */
public final class RecentTimes {

  private static final int CAPACITY = 512;

  /** The share of the largest values, such as those of a JVM's start, that the mean ignores. */
  private static final double OUTLIERS = 0.02;

  private final AtomicLongArray nanos = new AtomicLongArray(CAPACITY);
  private final AtomicLong count = new AtomicLong();

  public void add(long duration) {
    nanos.set((int) (count.getAndIncrement() % CAPACITY), duration);
  }

  public long count() {
    return count.get();
  }

  /** Returns a summary of the values; all of its figures are 0 before the first request. */
  public Summary summary() {
    int size = (int) Math.min(CAPACITY, count.get());
    long[] sorted = new long[size];
    Arrays.setAll(sorted, nanos::get);
    Arrays.sort(sorted);
    return size == 0
        ? new Summary(0, 0, 0)
        : new Summary(
            Arrays.stream(sorted, 0, Math.max(1, (int) (size * (1 - OUTLIERS))))
                .average()
                .orElse(0),
            sorted[size / 2],
            sorted[(int) (size * 0.99)]);
  }

  /**
   * A summary of the values, in nanoseconds or bytes.
   *
   * @param mean the mean without the largest values
   * @param p99 the 99th percentile
   */
  public record Summary(double mean, long median, long p99) {

    /**
     * Returns the cost to add to a request. For {@link SlowedCost#TAIL} and {@link
     * SlowedCost#ONE_IN_FIFTY} it is added to one request in {@link SlowedCost#FEW} only.
     *
     * @param share the relative increase, such as 0.1
     * @param outside the part of each value that arises outside of the entry point
     */
    public long added(SlowedCost cost, double share, long outside) {
      double more =
          switch (cost) {
            case CPU, ALLOCATION, WAITING -> share * (mean + outside);
            case ONE_IN_FIFTY -> share * (mean + outside) * SlowedCost.FEW;
            case TAIL -> (1 + share) * (p99 + outside) - (median + outside);
          };
      return p99 == 0 ? 0 : Math.round(Math.max(0, more));
    }
  }
}
