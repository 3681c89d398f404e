package io.perfline.sims.slowed;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Makes each request more expensive by a share of what requests cost just now. The share follows
 * the load, because the cases of a run are measured one after another.
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
  private final AtomicLong owed = new AtomicLong();
  private final LongSupplier threadCpuNanos;
  private final LongConsumer spin;
  private volatile long amount;

  /**
   * @param cost null to measure without slowing anything
   * @param share the share of the cost that is added, such as 0.1
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
   * @param spin computes for about this long
   */
  SlowedRequests(
      SlowedCost cost, double share, long outside, LongSupplier threadCpuNanos, LongConsumer spin) {
    this.threadCpuNanos = threadCpuNanos;
    this.spin = spin;
    this.cost = cost;
    this.share = share;
    this.outside = outside;
  }

  /** Takes the additional cost of one request. */
  void take() {
    long number = count.incrementAndGet();
    boolean few = cost == SlowedCost.TAIL || cost == SlowedCost.ONE_IN_FIFTY;
    long more = few && number % SlowedCost.FEW != 0 ? 0 : amount;
    if (more > 0) {
      added.add(more);
      switch (cost) {
        case CPU -> compute(more);
        case ALLOCATION -> new Garbage(more).take();
        case WAITING, TAIL, ONE_IN_FIFTY -> delay.ofNanos(more);
      }
    }
  }

  /**
   * Computes this long on average, sometimes not at all: what a busy machine made too slow is taken
   * off the next requests.
   */
  private void compute(long nanos) {
    long due = owed.addAndGet(nanos);
    if (due > 0 && owed.compareAndSet(due, 0)) {
      long start = threadCpuNanos.getAsLong();
      spin.accept(due);
      owed.addAndGet(due - (threadCpuNanos.getAsLong() - start));
    }
  }

  /** Adds a request without what was added to it. */
  void add(long nanos, long cpuNanos, long allocated) {
    times.add(nanos);
    cpu.add(cpuNanos);
    bytes.add(allocated);
  }

  /** Measures the current cost of requests. Call it several times per second. */
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
