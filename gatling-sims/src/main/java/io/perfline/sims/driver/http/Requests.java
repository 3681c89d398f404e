package io.perfline.sims.driver.http;

import java.io.IOException;
import java.io.OutputStream;

/** The requests of one connection, their bytes made before the load. */
interface Requests {

  /** Writes the next request, whole, in one go. */
  void write(OutputStream out) throws IOException;

  /** The status that answers it when all went well. */
  int expectedStatus();

  /** The messages in each. */
  int messages();

  /** The payload in each, in bytes. */
  long payloadBytes();
}
