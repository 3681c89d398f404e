package io.perfline.sims.slowed;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Receives the start and the end of each call of a service's instrumented entry points. If an entry
 * point calls another one in the same thread, both calls are one request.
 */
public final class RequestHook {

  private static final ThreadLocal<Entered> ENTERED = ThreadLocal.withInitial(Entered::new);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static volatile SlowedRequests requests;

  private RequestHook() {}

  private static final class Entered {
    private int depth;
    private long start;
    private long cpu;
    private long bytes;
  }

  static void slow(SlowedRequests slowed) {
    requests = slowed;
  }

  /** Called at the start of an entry point. */
  public static void begins() {
    SlowedRequests slowed = requests;
    Entered entered = ENTERED.get();
    entered.depth++;
    if (slowed != null && entered.depth == 1) {
      slowed.spend();
      entered.bytes = THREADS.getCurrentThreadAllocatedBytes();
      entered.cpu = THREADS.getCurrentThreadCpuTime();
      entered.start = System.nanoTime();
    }
  }

  /** Called at the end of an entry point, whether it returns or throws. */
  public static void ends() {
    SlowedRequests slowed = requests;
    Entered entered = ENTERED.get();
    entered.depth--;
    if (slowed != null && entered.depth == 0) {
      slowed.add(
          System.nanoTime() - entered.start,
          THREADS.getCurrentThreadCpuTime() - entered.cpu,
          THREADS.getCurrentThreadAllocatedBytes() - entered.bytes);
    }
  }
}
