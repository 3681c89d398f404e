package io.perfline.sims.fault;

import io.perfline.core.run.CaseResult;
import io.perfline.sims.driver.DriverException;
import io.perfline.sims.driver.ForwardingRequestListener;
import io.perfline.sims.driver.RequestListener;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Injects a fault some time after the first request, and measures the longest time without an
 * acknowledgement from then on. Thread-safe.
 */
public final class InjectedFault implements AutoCloseable {

  /** Causes the fault and repairs it afterwards. */
  @FunctionalInterface
  public interface Strike {
    void run() throws InterruptedException;
  }

  private final Thread thread;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final long afterNanos;
  private final Strike strike;
  private volatile boolean closed;
  private volatile boolean struck;
  private volatile RuntimeException failure;
  private boolean over;
  private volatile long lastSent;
  private long lastSuccess;
  private long longest;

  /**
   * @param after the time from the first request to the fault
   */
  public InjectedFault(Duration after, Strike strike) {
    afterNanos = after.toNanos();
    this.strike = strike;
    thread = new Thread(this::run, "injected fault");
    thread.setDaemon(true);
  }

  /** Called for each request; the first one starts the timer of the fault. */
  public void sent() {
    lastSent = System.nanoTime();
    if (!begun.get() && begun.compareAndSet(false, true)) {
      thread.start();
    }
  }

  /** Returns a listener that records each success here and forwards every event. */
  public RequestListener watching(RequestListener listener) {
    return new ForwardingRequestListener(listener) {
      @Override
      public void succeeded(long request, int messages, long bytes) {
        InjectedFault.this.succeeded();
        super.succeeded(request, messages, bytes);
      }
    };
  }

  private synchronized void succeeded() {
    long now = System.nanoTime();
    if (struck) {
      longest = Math.max(longest, now - lastSuccess);
      over = true;
    }
    lastSuccess = now;
  }

  /**
   * Returns the longest time without an acknowledgement since the fault; empty if nothing was
   * acknowledged after it.
   *
   * @throws DriverException if the fault could not be injected, or the load ended before it
   */
  public synchronized Map<String, Double> figures() {
    if (failure != null) {
      throw new DriverException(
          "the fault could not be injected: " + DriverException.reason(failure), failure);
    }
    if (!struck) {
      throw new DriverException("the load ended before the fault: give it a shorter fault_after");
    }
    long waiting = lastSent - lastSuccess; // at the end of the load
    return over ? Map.of(CaseResult.RECOVERY, Math.max(longest, waiting) / 1e6) : Map.of();
  }

  private synchronized void begin() {
    lastSuccess = System.nanoTime();
    struck = true;
  }

  private void run() {
    try {
      long due = System.nanoTime() + afterNanos;
      while (!closed && System.nanoTime() - due < 0) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      if (!closed) {
        begin();
        strike.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /** Waits until a fault that was injected has been repaired. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
