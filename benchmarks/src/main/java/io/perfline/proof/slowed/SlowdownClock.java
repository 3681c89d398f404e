package io.perfline.proof.slowed;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * Records the additional cost of a message, by the thread's own clocks, in the same recording as
 * the samples that should find it. Only one call in {@value #EVERY} reads the clocks, because
 * reading them takes some microseconds, which the samples would find as well.
 */
@Name(SlowdownClock.NAME)
@Label("Taken by a slowed method")
@StackTrace(false)
public final class SlowdownClock extends Event {

  /** The name of the event in a recording. */
  public static final String NAME = "perfline.Taken";

  /** The number of calls that each event stands for. */
  public static final int EVERY = 16;

  private static final AtomicInteger CALLS = new AtomicInteger();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Label("CPU time, in nanoseconds")
  long cpu;

  @Label("Allocation, in bytes")
  long allocation;

  @Label("Time without a processor, in nanoseconds")
  long waiting;

  private SlowdownClock() {}

  /**
   * Reads the clocks at the start of a call if a recording runs. The CPU clock is read last here
   * and first at the end, because reading takes time.
   */
  public static SlowdownClock begins() {
    SlowdownClock clock = new SlowdownClock();
    if (clock.isEnabled() && CALLS.getAndIncrement() % EVERY == 0) {
      clock.waiting = System.nanoTime();
      clock.allocation = THREADS.getCurrentThreadAllocatedBytes();
      clock.cpu = THREADS.getCurrentThreadCpuTime();
    }
    return clock;
  }

  /** Reads the clocks at the end of a call. */
  public static void ends(SlowdownClock clock) {
    if (clock.cpu > 0) {
      clock.cpu = THREADS.getCurrentThreadCpuTime() - clock.cpu;
      clock.allocation = THREADS.getCurrentThreadAllocatedBytes() - clock.allocation;
      clock.waiting = System.nanoTime() - clock.waiting - clock.cpu;
      clock.commit();
    }
  }
}
