package io.perfline.recorder.ingress.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts the requests that are in a servlet or asynchronous, so that the recorder can wait for them
 * when it stops. A server thread that is still in this application would keep its class loader in
 * memory.
 */
public final class PendingRequests {

  private final AtomicInteger requests = new AtomicInteger();
  private final AsyncCompleter completer = new AsyncCompleter();
  private final long timeoutMillis;

  /**
   * Creates the counter.
   *
   * @param timeout the time after which an asynchronous request is abandoned
   */
  public PendingRequests(Duration timeout) {
    this.timeoutMillis = timeout.toMillis();
  }

  long timeoutMillis() {
    return timeoutMillis;
  }

  void increment() {
    requests.incrementAndGet();
  }

  void decrement() {
    requests.decrementAndGet();
  }

  AsyncCompleter completer() {
    return completer;
  }

  /**
   * Waits up to {@code limit} until all requests have ended; returns the number of unfinished ones.
   */
  public int await(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (requests.get() > 0 && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(2_000_000L);
    }
    return requests.get();
  }

  /** Ends the thread that completes requests. */
  public void close(Duration limit) throws InterruptedException {
    completer.close(limit);
  }
}
