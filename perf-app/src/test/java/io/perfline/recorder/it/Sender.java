package io.perfline.recorder.it;

import java.util.BitSet;

/** Sends messages one way, each again and again until it is acknowledged. */
abstract class Sender implements Runnable {

  final Messages messages;
  private final BitSet acknowledged = new BitSet();
  private volatile Throwable failure;
  private volatile boolean stopped;

  Sender(Messages messages) {
    this.messages = messages;
  }

  /** Sends all; returns when all are acknowledged. */
  abstract void send() throws Exception;

  @Override
  public final void run() {
    try {
      send();
    } catch (Throwable e) {
      failure = e;
    }
  }

  /** Sends no more; what is under way may or may not be acknowledged. */
  final void stop() {
    stopped = true;
  }

  /** Whether the message with this number is still to be sent. */
  final boolean wants(int number) {
    return !stopped && number < messages.count();
  }

  /** Whether some are still to be sent. */
  final boolean wantsMore() {
    return wants(acknowledgedCount());
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
