package io.perfline.sims.driver;

/**
 * Receives the results of a connection's requests. Thread-safe. A result that arrives after the
 * engine has counted the request as unanswered is ignored.
 */
public interface RequestListener {

  /** The number of low bits of a request's number that are its slot. */
  int SLOT_BITS = 20;

  /** Returns the slot of a request. */
  static int slot(long request) {
    return (int) request & ((1 << SLOT_BITS) - 1);
  }

  /**
   * Called when the server has acknowledged everything in a request.
   *
   * @param messages the number of messages in the request
   * @param bytes their payload in bytes
   */
  void succeeded(long request, int messages, long bytes);

  /**
   * Called when the recorder has acknowledged the message with this id. Drivers of the recorder
   * call this method for each message, before the result of its request.
   */
  default void acknowledged(long idHigh, long idLow) {}

  /**
   * Called when a request failed, completely or in part.
   *
   * @param kind the reason as a short text, such as an exception's simple name; one of few
   */
  void failed(long request, String kind);

  /**
   * Called when one of several exchanges that make up a request has ended, before the result of the
   * whole request.
   *
   * @param part the index of the exchange, from 0
   * @param nanos the time since it was actually sent, in nanoseconds
   * @param failure the reason as a short text; null if it succeeded
   */
  default void partEnded(long request, int part, long nanos, String failure) {}

  /**
   * Called when a virtual user pauses (think time) for this many nanoseconds from now on. The pause
   * is excluded from the request's times.
   */
  default void thinks(long request, long nanos) {}
}
