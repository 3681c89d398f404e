package io.perfline.recorder.it;

import java.util.BitSet;
import java.util.concurrent.locks.LockSupport;

/** Sends messages to one entry point, each repeatedly until it is acknowledged. */
abstract class Sender implements Runnable {

  private static final long PAUSE_NANOS = 5_000_000;

  final Messages messages;
  private final BitSet acknowledged = new BitSet();
  private volatile Throwable failure;
  private volatile boolean stopped;

  Sender(Messages messages) {
    this.messages = messages;
  }

  /** Sends all messages; returns when all are acknowledged. */
  abstract void send() throws Exception;

  @Override
  public final void run() {
    try {
      send();
    } catch (Throwable e) {
      failure = e;
    }
  }

  /** Stops sending; messages under way may still be acknowledged. */
  final void stop() {
    stopped = true;
  }

  /** Returns whether the message of a number is still to be sent. */
  final boolean wants(int number) {
    return !stopped && number < messages.count();
  }

  /** Returns whether messages are still to be sent. */
  final boolean wantsMore() {
    return wants(acknowledgedCount());
  }

  /** Lets an endless load leave processors for what is tested, such as a redeployment. */
  final void pauseIfEndless() {
    if (messages.count() == Integer.MAX_VALUE) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  final void acknowledge(int number) {
    synchronized (acknowledged) {
      acknowledged.set(number);
    }
  }

  final boolean isAcknowledged(int number) {
    synchronized (acknowledged) {
      return acknowledged.get(number);
    }
  }

  final int acknowledgedCount() {
    synchronized (acknowledged) {
      return acknowledged.cardinality();
    }
  }

  final Throwable failure() {
    return failure;
  }
}
