package io.perfline.sims.slowed;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** The durations of the last requests, or another cost of theirs. */
public final class RecentTimes {

  private static final int MOST = 512;

  /** The share of the greatest values, those of a JVM's start, that the mean leaves out. */
  private static final double OUTLIERS = 0.02;

  private final AtomicLongArray nanos = new AtomicLongArray(MOST);
  private final AtomicLong count = new AtomicLong();

  public void add(long duration) {
    nanos.set((int) (count.getAndIncrement() % MOST), duration);
  }

  public long count() {
    return count.get();
  }

  /** Returns a summary; of zeros before the first request. */
  public Summary summary() {
    int size = (int) Math.min(MOST, count.get());
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
   * @param mean without the greatest values
   * @param p99 the 99th percentile
   */
  public record Summary(double mean, long median, long p99) {

    /**
     * Returns how much is added to a request that is slowed; one in {@link SlowedCost#FEW} of
     * {@link SlowedCost#TAIL} and {@link SlowedCost#ONE_IN_FIFTY}.
     *
     * @param share the share of the cost, such as 0.1
     * @param outside the part of each value that was not measured here
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
