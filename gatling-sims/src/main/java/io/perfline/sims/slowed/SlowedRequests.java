package io.perfline.sims.slowed;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes each request more expensive by a share of what requests cost just now. The share follows
 * the load, because the cases of a run are measured one after another.
 */
final class SlowedRequests {

  private final SlowedCost cost;
  private final double share;
  private final long outside;
  private final RecentTimes times = new RecentTimes();
  private final ThreadWork work = new ThreadWork();
  private final Delay delay = new Delay();
  private final AtomicLong count = new AtomicLong();
  private final LongAdder added = new LongAdder();
  private final LongAdder elapsed = new LongAdder();
  private volatile long amount;

  /**
   * @param cost null to measure without slowing anything
   * @param share of the cost that is added, such as 0.1
   * @param outside the part of a request's duration, in nanoseconds, that passes outside of the
   *     entry point
   */
  SlowedRequests(SlowedCost cost, double share, long outside) {
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
        case CPU -> Spin.of(more);
        case ALLOCATION -> new Garbage(more).take();
        case WAITING, TAIL, ONE_IN_FIFTY -> delay.ofNanos(more);
      }
    }
  }

  /** Adds the duration of a request without what was added. */
  void add(long nanos) {
    times.add(nanos);
    elapsed.add(nanos);
  }

  /** Measures what requests cost just now. To be called several times a second. */
  void measure() {
    if (cost == SlowedCost.CPU || cost == SlowedCost.ALLOCATION) {
      double now = work.perRequest(cost, count.get(), added.sum());
      if (now > 0) {
        amount = Math.round(share * now);
      }
    } else if (cost != null) {
      amount = times.summary().wait(cost, share, outside);
    }
  }

  /** Returns what was measured and added so far. */
  AgentReport report() {
    return new AgentReport(times.count(), elapsed.sum(), added.sum());
  }
}
