package io.perfline.sims.engine;

import io.perfline.sims.driver.DriverException;
import java.time.Duration;
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

  SenderThreads(List<Sender> senders) {
    this.senders = senders;
    for (Sender sender : senders) {
      Thread thread = new Thread(sender, "perfline-sender-" + threads.size());
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((thrower, e) -> failure.compareAndSet(null, e));
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  /**
   * Returns whether all senders have sent all their requests.
   *
   * @throws DriverException if a sender failed, because the load then differs from the plan
   */
  boolean done() {
    boolean over = threads.stream().noneMatch(Thread::isAlive);
    check(
        failure
            .get()); // Checks failures after isAlive, because a thread sets its failure before it
    // ends.
    return over;
  }

  /**
   * Throws an exception if a sender has failed.
   *
   * @param failure null if none has
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

  static void join(Thread thread, long millis) {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends requests of a load on its own thread until the measured period is over. */
  interface Sender extends Runnable {

    /** The nanoseconds that a closed model pauses after a failure, to spare a dead server. */
    long PAUSE_AFTER_FAILURE = Duration.ofMillis(10).toNanos();

    /** Ends {@link #run} soon; the caller also interrupts its thread. */
    void stop();
  }
}
