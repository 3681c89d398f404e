package io.perfline.sims.slowed;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Called by the instrumented entry points of a service, at the start and at the end of each. An
 * entry point that calls another one in the same thread is one request.
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

  /** An entry point begins. */
  public static void begins() {
    SlowedRequests slowed = requests;
    Entered entered = ENTERED.get();
    entered.depth++;
    if (slowed != null && entered.depth == 1) {
      slowed.take();
      entered.bytes = THREADS.getCurrentThreadAllocatedBytes();
      entered.cpu = THREADS.getCurrentThreadCpuTime();
      entered.start = System.nanoTime();
    }
  }

  /** An entry point ends, whether it returns or throws. */
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
