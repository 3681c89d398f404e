package io.perfline.sims.driver.http;

import io.perfline.sims.driver.RequestListener;
import java.io.IOException;
import java.io.OutputStream;

/** The requests of one connection. */
public interface Requests {

  /** The value that {@link #failure} returns if a part continues with another exchange. */
  String AGAIN = "again";

  /** Receives a response while it is being read. */
  interface AnswerListener {
    /** Returns whether the response is to a HEAD request, and so has no body. */
    boolean isHeadAlone();

    /** Returns whether the body is used; if it is not, it need not be translated. */
    default boolean usesBody() {
      return true;
    }

    /** Receives a header line. */
    void header(byte[] bytes, int from, int to);

    /** Receives a piece of the body. */
    void body(byte[] bytes, int from, int length);
  }

  /** Returns the number of consecutive HTTP exchanges that make up the current request. */
  default int parts() {
    return 1;
  }

  /**
   * Writes the request of the next exchange in one call.
   *
   * @param part the index of the part to which the exchange belongs, from 0
   */
  void write(OutputStream out, int part) throws IOException;

  /** Returns the index of the current request's first part among the parts of all requests. */
  default int firstPart() {
    return 0;
  }

  /** Starts the next request with its first exchange. */
  default void begin() {}

  /** Returns whether each part is also measured separately, with a timeout of its own. */
  default boolean measuresParts() {
    return false;
  }

  /** Returns the think time before the next part, in nanoseconds. */
  default long pauseNanos() {
    return 0;
  }

  /** Returns the listener for the response to a part; null if only the status matters. */
  default AnswerListener answer(int part) {
    return null;
  }

  /** Returns the status of a successful response. */
  default int expectedStatus() {
    return 200;
  }

  /**
   * Returns the error kind of the response to a part; null if the response is correct; {@link
   * #AGAIN} if the part continues with another exchange.
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
