package io.perfline.sims.driver.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Gives up requests whose answers don't come, on a thread of its own, for a whole session. */
final class Watchdog implements AutoCloseable {

  private static final long LONGEST_STEP_MILLIS = 100;

  private final List<HttpConnection> connections = new CopyOnWriteArrayList<>();
  private final Thread thread;
  private final long stepMillis;
  private boolean closed;

  Watchdog(Duration timeout) {
    stepMillis = Math.max(1, Math.min(LONGEST_STEP_MILLIS, timeout.toMillis() / 10));
    thread = new Thread(this::watch, "perfline-http-watchdog");
    thread.setDaemon(true);
    thread.start();
  }

  void add(HttpConnection connection) {
    connections.add(connection);
  }

  long reopened() {
    return connections.stream().mapToLong(HttpConnection::reopened).sum();
  }

  private synchronized void watch() {
    try {
      while (!closed) {
        long now = System.nanoTime();
        connections.forEach(connection -> connection.expire(now));
        wait(stepMillis);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
