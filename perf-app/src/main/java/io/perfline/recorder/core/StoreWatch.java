package io.perfline.recorder.core;

import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Checks periodically whether the store works. While it does not, messages are refused immediately
 * instead of after a time limit each. A store under load may answer a check too late, so it counts
 * as down only if no message was stored during the check either.
 */
public final class StoreWatch implements AutoCloseable {

  private static final Logger LOG = Logger.getLogger(StoreWatch.class.getName());

  private final Store store;
  private final Duration interval;
  private final Thread thread;
  private final Object wakeUp = new Object();

  private volatile Refusal refusal;
  private volatile long aliveAt;
  private boolean suspected;
  private boolean closed;

  /** Creates the watch; the first check is made after {@link #start}. */
  public StoreWatch(Store store, Duration interval) {
    this.store = store;
    this.interval = interval;
    this.refusal = Refusal.unavailable("store " + store.name() + " has not answered yet");
    this.aliveAt = System.nanoTime() - interval.toNanos();
    this.thread = new Thread(this::watch, "recorder-store-watch");
    thread.setDaemon(true);
  }

  /** Starts the thread that checks periodically. */
  public void start() {
    thread.start();
  }

  /** Returns the refusal that senders get while the store does not work; null while it works. */
  public Refusal refusal() {
    return refusal;
  }

  /** Called when a message was stored. */
  void alive() {
    long now = System.nanoTime();
    if (now - aliveAt > 50_000_000L) { // avoids writes that other processors have to read
      aliveAt = now;
    }
  }

  /** Called for a refusal. If the store may be the reason, the next check comes early. */
  void refused(Refusal reason) {
    if (reason.kind() == Refusal.Kind.UNAVAILABLE || reason.kind() == Refusal.Kind.TIMEOUT) {
      synchronized (wakeUp) {
        suspected = true;
        wakeUp.notifyAll();
      }
    }
  }

  /** Stops watching and waits for the thread to end. */
  @Override
  public void close() throws InterruptedException {
    synchronized (wakeUp) {
      closed = true;
      wakeUp.notifyAll();
    }
    thread.interrupt();
    thread.join(10_000);
  }

  private void watch() {
    do {
      checkOnce();
    } while (pause());
  }

  private void checkOnce() {
    long before = System.nanoTime();
    try {
      store.check();
      if (refusal != null) {
        LOG.info(() -> "store " + store.name() + " works");
      }
      refusal = null;
    } catch (StoreException e) {
      if (aliveAt - before <= 0) {
        down(e.getMessage(), e);
      }
    } catch (RuntimeException | Error e) { // an Error must not end the watch
      down("store " + store.name() + " could not be checked: " + e, e);
    }
  }

  private void down(String reason, Throwable cause) {
    if (Thread.currentThread().isInterrupted()) {
      return; // the watch ends, not the store
    }
    Refusal before = refusal;
    if (before == null || !before.detail().equals(reason)) {
      LOG.log(Level.WARNING, cause, () -> reason + "; messages are refused until it works");
    }
    refusal = Refusal.unavailable(reason);
  }

  private boolean pause() {
    synchronized (wakeUp) {
      long end = System.nanoTime() + interval.toNanos();
      // A suspicion shortens the pause, but not to zero, so that a dead store is not checked in a
      // busy loop.
      long shortest = System.nanoTime() + Math.min(interval.toNanos(), 100_000_000L);
      while (!closed) {
        long now = System.nanoTime();
        long left = (suspected ? shortest : end) - now;
        if (left <= 0) {
          break;
        }
        try {
          wakeUp.wait(left / 1_000_000L + 1);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
      suspected = false;
      return !closed;
    }
  }
}
