package io.perfline.sims.slowed;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Makes each request more expensive by a percentage of the current cost of requests. The current
 * cost is used because the cases of a run, which are measured one after another, cost differently.
 */
final class SlowedRequests {

  private final SlowedCost cost;
  private final double share;
  private final long outside;
  private final RecentTimes times = new RecentTimes();
  private final RecentTimes cpu = new RecentTimes();
  private final RecentTimes bytes = new RecentTimes();
  private final Delay delay = new Delay();
  private final AtomicLong count = new AtomicLong();
  private final LongAdder added = new LongAdder();
  private final AtomicLong remainingNanos = new AtomicLong();
  private final LongSupplier threadCpuNanos;
  private final LongConsumer spin;
  private volatile long amount;

  /**
   * @param cost null to measure without slowing anything
   * @param share the relative increase, such as 0.1
   * @param outside the part of a request's cost, in nanoseconds or bytes, that arises outside of
   *     the entry point
   */
  SlowedRequests(SlowedCost cost, double share, long outside) {
    this(
        cost,
        share,
        outside,
        ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
        Spin::of);
  }

  /**
   * @param threadCpuNanos returns the CPU time of the current thread
   * @param spin uses CPU for about this many nanoseconds
   */
  SlowedRequests(
      SlowedCost cost, double share, long outside, LongSupplier threadCpuNanos, LongConsumer spin) {
    this.threadCpuNanos = threadCpuNanos;
    this.spin = spin;
    this.cost = cost;
    this.share = share;
    this.outside = outside;
  }

  /** Spends the additional cost of one request. */
  void spend() {
    long number = count.incrementAndGet();
    boolean few = cost == SlowedCost.TAIL || cost == SlowedCost.ONE_IN_FIFTY;
    long more = few && number % SlowedCost.FEW != 0 ? 0 : amount;
    if (more > 0) {
      added.add(more);
      switch (cost) {
        case CPU -> compute(more);
        case ALLOCATION -> new Garbage(more).spend();
        case WAITING, TAIL, ONE_IN_FIFTY -> delay.pause(more);
      }
    }
  }

  /**
   * Uses CPU for this long on average; a single call may return at once. If a busy machine made a
   * computation too slow, the excess is subtracted from the next ones.
   */
  private void compute(long nanos) {
    long due = remainingNanos.addAndGet(nanos);
    if (due > 0 && remainingNanos.compareAndSet(due, 0)) {
      long start = threadCpuNanos.getAsLong();
      spin.accept(due);
      remainingNanos.addAndGet(due - (threadCpuNanos.getAsLong() - start));
    }
  }

  /** Adds the cost of a request, without the cost that was added to it. */
  void add(long nanos, long cpuNanos, long allocated) {
    times.add(nanos);
    cpu.add(cpuNanos);
    bytes.add(allocated);
  }

  /** Updates the current cost of requests; called several times per second. */
  void measure() {
    if (cost != null) {
      RecentTimes of =
          switch (cost) {
            case CPU -> cpu;
            case ALLOCATION -> bytes;
            case WAITING, TAIL, ONE_IN_FIFTY -> times;
          };
      amount = of.summary().added(cost, share, outside);
    }
  }

  /** Returns what was measured and added so far. */
  AgentReport report() {
    return new AgentReport(
        times.count(),
        times.summary().mean(),
        cpu.summary().mean(),
        bytes.summary().mean(),
        added.sum());
  }
}
