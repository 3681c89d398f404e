package io.perfline.sims.engine;

import io.perfline.sims.driver.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The senders of a load and their threads. */
final class SenderThreads implements AutoCloseable {

  private static final long STOP_MILLIS = 15_000;

  private final List<Sender> senders;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** Starts a thread for each. */
  SenderThreads(List<Sender> senders) {
    this.senders = senders;
    for (Sender sender : senders) {
      Thread thread = new Thread(sender, "perfline-sender-" + threads.size());
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((of, e) -> failure.compareAndSet(null, e));
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  /**
   * Whether all have sent all they had to.
   *
   * @throws DriverException when one couldn't: what was measured is not the load that was meant
   */
  boolean done() {
    boolean over = threads.stream().noneMatch(Thread::isAlive);
    check(failure.get()); // behind that look: a thread that dies tells why before it is gone
    return over;
  }

  /**
   * Lets nothing pass for a measurement that a sender has failed at.
   *
   * @param failure null when none has
   */
  static void check(Throwable failure) {
    if (failure != null) {
      throw new DriverException("the generator failed within the load: " + failure, failure);
    }
  }

  @Override
  public void close() {
    senders.forEach(Sender::stop);
    threads.forEach(Thread::interrupt);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS);
    for (Thread thread : threads) {
      join(thread, Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
    }
  }

  private static void join(Thread thread, long millis) {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
