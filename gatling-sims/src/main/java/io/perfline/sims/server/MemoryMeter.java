package io.perfline.sims.server;

import java.io.IOException;

/** Reads the memory of a server. Figures that the server does not have are null. */
public interface MemoryMeter {

  /**
   * Makes the server collect its garbage, which pauses it, and returns the bytes of the heap that
   * are still in use.
   *
   * @throws IOException if the collection failed
   */
  Long liveSet() throws IOException;

  /** Returns the id of the process. */
  long pid();

  /** Returns the largest resident set of its process since it started, in bytes. */
  Long peak();

  /**
   * Returns the sum of the peaks of all parts of its heap since it started, in bytes.
   *
   * @throws IOException if it cannot be read
   */
  Long heapPeak() throws IOException;
}
