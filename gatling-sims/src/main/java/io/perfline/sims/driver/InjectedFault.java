package io.perfline.sims.driver;

import io.perfline.core.run.CaseResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * What goes wrong on purpose some time behind the first request, and how long nothing was
 * acknowledged since. Safe on any thread.
 */
public final class InjectedFault implements AutoCloseable {

  /** What goes wrong, and what is mended behind it. */
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
  private long lastSuccess;
  private long longest;

  /**
   * @param after the first request
   */
  public InjectedFault(Duration after, Strike strike) {
    afterNanos = after.toNanos();
    this.strike = strike;
    thread = new Thread(this::run, "injected fault");
    thread.setDaemon(true);
  }

  /** A request goes out. */
  public void sent() {
    if (!begun.get() && begun.compareAndSet(false, true)) {
      thread.start();
    }
  }

  /** The same outcomes, seen here too. */
  public RequestListener watching(RequestListener listener) {
    return new RequestListener() {
      @Override
      public void succeeded(long request, int messages, long bytes) {
        InjectedFault.this.succeeded();
        listener.succeeded(request, messages, bytes);
      }

      @Override
      public void failed(long request, String kind) {
        listener.failed(request, kind);
      }

      @Override
      public void acknowledged(long idHigh, long idLow) {
        listener.acknowledged(idHigh, idLow);
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
   * The longest time in which nothing was acknowledged since; none when nothing was any more.
   *
   * @throws DriverException when it could not be done, or the load ended before
   */
  public synchronized Map<String, Double> figures() {
    if (failure != null) {
      throw new DriverException("the fault could not be made: " + Reasons.of(failure), failure);
    }
    if (!struck) {
      throw new DriverException("the load ended before the fault: give it a shorter fault_after");
    }
    return over ? Map.of(CaseResult.RECOVERY, longest / 1e6) : Map.of();
  }

  private void run() {
    try {
      long due = System.nanoTime() + afterNanos;
      while (!closed && System.nanoTime() - due < 0) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      if (!closed) {
        struck = true;
        strike.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /** Returns when what was begun is mended. */
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
