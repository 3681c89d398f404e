package io.perfline.sims.driver;

/**
 * Receives the results of a connection's requests; safe on any thread. A result that arrives after
 * the engine has counted the request as unanswered is ignored.
 */
public interface RequestListener {

  /** Number of low bits of a request's number that contain its slot. */
  int SLOT_BITS = 20;

  /** Returns the slot that a request's number contains. */
  static int slot(long request) {
    return (int) request & ((1 << SLOT_BITS) - 1);
  }

  /**
   * The server has acknowledged all of a request.
   *
   * @param messages the messages in it
   * @param bytes the payload in them
   */
  void succeeded(long request, int messages, long bytes);

  /**
   * The recorder has acknowledged the message with this id. Drivers of the recorder call this for
   * each message, before the result of its request.
   */
  default void acknowledged(long idHigh, long idLow) {}

  /**
   * The request failed, wholly or in part.
   *
   * @param kind the reason in a word, such as the exception's simple name; one of few
   */
  void failed(long request, String kind);

  /**
   * One of several consecutive exchanges that make up a request has ended; called before the result
   * of the whole request.
   *
   * @param part which, from 0
   * @param nanos it took from its actual send time on
   * @param failure the reason in a word; null when it succeeded
   */
  default void partEnded(long request, int part, long nanos, String failure) {}

  /**
   * The virtual user pauses (think time) for this many nanoseconds from now on. The pause is
   * excluded from the request's times.
   */
  default void thinks(long request, long nanos) {}
}
