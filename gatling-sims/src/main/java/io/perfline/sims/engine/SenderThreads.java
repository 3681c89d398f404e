package io.perfline.sims.engine;

import io.perfline.sims.driver.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The senders of a load and their threads. */
final class SenderThreads implements AutoCloseable {

  private static final long STOP_MILLIS = 15_000;

  private final List<Sender> senders = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  /** Starts a thread for every connection; they wait for the span's begin. */
  SenderThreads(
      Ticker ticker,
      Load load,
      MeasuredPeriod span,
      List<InFlightRequests> lanes,
      List<Connection> connections) {
    for (int i = 0; i < connections.size(); i++) {
      Schedule schedule = load.open() ? load.schedule(i) : null;
      Sender sender =
          new Sender(ticker, span, lanes.get(i), connections.get(i), schedule, load.timeout());
      senders.add(sender);
      Thread thread = new Thread(sender, "perfline-sender-" + i);
      thread.setDaemon(true);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  /** Whether all have sent all they had to. */
  boolean done() {
    return threads.stream().noneMatch(Thread::isAlive);
  }

  /** Stops what still sends. */
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
