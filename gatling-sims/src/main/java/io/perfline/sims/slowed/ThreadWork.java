package io.perfline.sims.slowed;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU time and allocation of this JVM's threads per request, over the last two seconds, without
 * what was added on purpose. The gate's metrics {@code cpu} and {@code allocation} count the same.
 */
final class ThreadWork {

  private static final int WINDOWS = 8;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Map<Long, Long> cpu = new HashMap<>();
  private final Map<Long, Long> allocated = new HashMap<>();
  private final Deque<Reading> readings = new ArrayDeque<>();

  private record Reading(long cpuNanos, long bytes, long requests, double added) {}

  /**
   * Reads the threads.
   *
   * @param requests number of all requests
   * @param added what was added to all of them, in the unit of {@code cost}
   * @return the cost of a request without what was added; 0 if it is not known yet
   */
  double perRequest(SlowedCost cost, long requests, double added) {
    long[] ids = threads.getAllThreadIds();
    keep(ids, threads.getThreadCpuTime(ids), cpu);
    keep(ids, threads.getThreadAllocatedBytes(ids), allocated);
    Reading now = new Reading(sum(cpu), sum(allocated), requests, added);
    readings.addLast(now);
    if (readings.size() > WINDOWS + 1) {
      readings.removeFirst();
    }
    Reading before = readings.getFirst();
    long more = now.requests - before.requests;
    double used =
        cost == SlowedCost.CPU ? now.cpuNanos - before.cpuNanos : now.bytes - before.bytes;
    return more == 0 ? 0 : Math.max(0, (used - (now.added - before.added)) / more);
  }

  private static void keep(long[] ids, long[] values, Map<Long, Long> into) {
    for (int i = 0; i < ids.length; i++) {
      into.merge(ids[i], Math.max(0, values[i]), Math::max);
    }
  }

  private static long sum(Map<Long, Long> values) {
    return values.values().stream().mapToLong(Long::longValue).sum();
  }
}
