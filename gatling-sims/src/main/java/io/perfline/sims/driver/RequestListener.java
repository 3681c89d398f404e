package io.perfline.sims.driver;

/**
 * Where a connection tells what became of its requests; safe on any thread. Telling an outcome that
 * comes too late, after the engine has counted the request as unanswered, changes nothing.
 */
public interface RequestListener {

  /** The bits of a request's number that are its slot. */
  int SLOT_BITS = 20;

  /** The slot in a request's number. */
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
   * The recorder has acknowledged the message with this id; told of each, before its request's
   * outcome, by drivers that speak to a recorder.
   */
  default void acknowledged(long idHigh, long idLow) {}

  /**
   * The request failed, wholly or in part.
   *
   * @param kind the reason in a word, such as the exception's simple name; one of few
   */
  void failed(long request, String kind);

  /**
   * One of several exchanges behind each other, that are a request together, has ended; told before
   * the outcome of the whole.
   *
   * @param part which, from 0
   * @param nanos it took from its actual send time on
   * @param failure the reason in a word; null when it succeeded
   */
  default void partEnded(long request, int part, long nanos, String failure) {}

  /**
   * From now on for so many nanoseconds nothing is awaited of the server: a visitor thinks. Counts
   * in no time of the request.
   */
  default void thinks(long request, long nanos) {}
}
