package io.perfline.sims.driver.http;

import java.io.IOException;
import java.io.OutputStream;

/** The requests of one connection, their bytes made before the load. */
interface Requests {

  /** How many there are one behind the other, each with an answer, that count as one together. */
  default int parts() {
    return 1;
  }

  /**
   * Writes the next request, whole, in one go.
   *
   * @param part which one of those that count as one, from 0
   */
  void write(OutputStream out, int part) throws IOException;

  /** The status that answers it when all went well. */
  int expectedStatus();

  /** The messages in each. */
  int messages();

  /** The payload in each, in bytes. */
  long payloadBytes();
}
