package io.perfline.sims.driver.http;

import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.OutputStream;

/** The requests of one connection, their bytes made before the load. */
interface Requests {

  /** What {@link #failure} says when a part isn't over yet. */
  String AGAIN = "again";

  /** What is told of an answer while it is read. */
  interface AnswerListener {
    /** Whether it has no body, whatever its head says: that of a HEAD. */
    boolean isHeadAlone();

    /** A header's line, within {@code bytes}. */
    void header(byte[] bytes, int from, int to);

    /** Some of the body. */
    void body(byte[] bytes, int from, int length);
  }

  /** Returns the number of consecutive HTTP exchanges that make up one request. */
  default int parts() {
    return 1;
  }

  /**
   * Writes the next request, whole, in one go.
   *
   * @param part which one of those that count as one, from 0
   */
  void write(OutputStream out, int part) throws IOException;

  /** Begins with the first of those that count as one. */
  default void begin() {}

  /** Whether each of those that count as one is measured too, and has the timeout to itself. */
  default boolean measuresParts() {
    return false;
  }

  /** How long nothing is to be sent before the next, in nanoseconds. */
  default long pauseNanos() {
    return 0;
  }

  /** Takes what the answer to a part says beside its status; null when nothing of it counts. */
  default AnswerListener answer(int part) {
    return null;
  }

  /** The status that answers it when all went well. */
  default int expectedStatus() {
    return 200;
  }

  /**
   * Why the answer to a part is an error, in a few words; null when it is right, {@link #AGAIN}
   * when the part goes on with another request.
   */
  default String failure(int part, int status) {
    return status == expectedStatus() ? null : ErrorKind.of(status);
  }

  /** Tells the ids of the messages that were just acknowledged, where they have any. */
  default void tellIds(RequestListener listener) {}

  /** The messages in each. */
  default int messages() {
    return 1;
  }

  /** The payload in each, in bytes. */
  default long payloadBytes() {
    return 0;
  }
}
