package io.perfline.sims.driver.http;

import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.OutputStream;

/** The requests of one connection. */
public interface Requests {

  /** The result of {@link #failure} if a part is not over yet. */
  String AGAIN = "again";

  /** Receives an answer while it is read. */
  interface AnswerListener {
    /** Returns whether the answer to HEAD is read, which has no body. */
    boolean isHeadAlone();

    /** Returns whether the body is used; if not, it need not be translated. */
    default boolean usesBody() {
      return true;
    }

    /** Receives the line of a header. */
    void header(byte[] bytes, int from, int to);

    /** Receives a section of the body. */
    void body(byte[] bytes, int from, int length);
  }

  /** Returns the number of consecutive HTTP exchanges that make up the current request. */
  default int parts() {
    return 1;
  }

  /**
   * Writes the next exchange's request in one call.
   *
   * @param part of the request, from 0
   */
  void write(OutputStream out, int part) throws IOException;

  /** Returns the index of the current request's first part among the parts of all requests. */
  default int firstPart() {
    return 0;
  }

  /** Starts the next request with its first exchange. */
  default void begin() {}

  /** Returns whether each exchange is measured too and has a timeout of its own. */
  default boolean measuresParts() {
    return false;
  }

  /** Returns the think time before the next exchange, in nanoseconds. */
  default long pauseNanos() {
    return 0;
  }

  /** Returns a listener for the answer to a part; null if only the status counts. */
  default AnswerListener answer(int part) {
    return null;
  }

  /** Returns the status of a successful answer. */
  default int expectedStatus() {
    return 200;
  }

  /**
   * Returns the error kind of the answer to a part; null if it is right, {@link #AGAIN} if the part
   * goes on with another exchange.
   */
  default String failure(int part, int status) {
    return status == expectedStatus() ? null : ErrorKind.of(status);
  }

  /** Reports the ids of the messages that were just acknowledged. */
  default void reportIds(RequestListener listener) {}

  /** Returns the number of messages in a request. */
  default int messages() {
    return 1;
  }

  /** Returns the payload of a request in bytes. */
  default long payloadBytes() {
    return 0;
  }
}
