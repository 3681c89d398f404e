package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Limits and counts the requests in flight of a bare loop, and keeps its first failure. */
final class InFlightWindow {

  /** Sends a request, whose response calls {@link #answered} or {@link #failed} on any thread. */
  interface Request {
    void send();
  }

  private static final long TIMEOUT_SECONDS = 60;

  private final String name;
  private final int size;
  private final int messages;
  private final Semaphore free;
  private final AtomicReference<String> failure = new AtomicReference<>();

  /**
   * @param name the name in messages
   * @param size the maximum number of requests in flight
   * @param messages the number of messages per request
   */
  InFlightWindow(String name, int size, int messages) {
    this.name = name;
    this.size = size;
    this.messages = messages;
    free = new Semaphore(size);
  }

  void answered() {
    free.release();
  }

  void failed(String reason) {
    failure.compareAndSet(null, reason);
    free.release();
  }

  /** Sends for {@code length} as fast as responses arrive, and waits for the last response. */
  Sample run(Duration length, Request request) throws InterruptedException {
    long begin = System.nanoTime();
    long end = begin + length.toNanos();
    long sent = 0;
    while (System.nanoTime() - end < 0) {
      free.acquire();
      request.send();
      sent++;
    }
    boolean all = free.tryAcquire(size, TIMEOUT_SECONDS, TimeUnit.SECONDS);
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (!all || failure.get() != null) {
      throw Fault.noVerdict(
          "%s: %s".formatted(name, all ? failure.get() : "not all requests were answered"));
    }
    free.release(size);
    return Sample.counted(sent * messages, seconds);
  }
}
